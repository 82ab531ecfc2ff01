// RandomUniformLike: low + (high - low) · u, u uniform in [0, 1), in input's shape and type.
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_uniform_like(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double low = call.real("low"), high = call.real("high");
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  const Reals output = drawn(input.shape(), [&] { return low + (high - low) * stream->uniform(); });
  return {Tensor::of(output_type(call, "dtype", input.dtype()), output)};
}

const Operator op("RandomUniformLike", random_uniform_like, {1, 22});

}  // namespace
}  // namespace etalon
