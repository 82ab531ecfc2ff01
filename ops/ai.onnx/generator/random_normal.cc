// RandomNormal: output[i] = mean + scale · z, z normal with mean 0 and deviation 1.
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_normal(const Call& call) {
  const Shape shape = to_shape(call.ints("shape"));
  const double mean = call.real("mean"), scale = call.real("scale");
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  const Reals output = drawn(shape, [&] { return mean + scale * stream->normal(); });
  return {Tensor::of(output_type(call, "dtype", DType::float32), output)};
}

const Operator op("RandomNormal", random_normal, {1, 22});

}  // namespace
}  // namespace etalon
