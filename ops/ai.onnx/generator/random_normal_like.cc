// RandomNormalLike: mean + scale · z, z normal with mean 0 and deviation 1, in input's shape and
// type.
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_normal_like(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double mean = call.real("mean"), scale = call.real("scale");
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  const Reals output = drawn(input.shape(), [&] { return mean + scale * stream->normal(); });
  return {Tensor::of(output_type(call, "dtype", input.dtype()), output)};
}

const Operator op("RandomNormalLike", random_normal_like, {1, 22});

}  // namespace
}  // namespace etalon
