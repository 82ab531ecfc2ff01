// RandomUniform: output[i] = low + (high - low) · u, u uniform in [0, 1).
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_uniform(const Call& call) {
  const Shape shape = to_shape(call.ints("shape"));
  const double low = call.real("low"), high = call.real("high");
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  const Reals output = drawn(shape, [&] { return low + (high - low) * stream->uniform(); });
  return {Tensor::of(output_type(call, "dtype", DType::float32), output)};
}

const Operator op("RandomUniform", random_uniform, {1, 22});

}  // namespace
}  // namespace etalon
