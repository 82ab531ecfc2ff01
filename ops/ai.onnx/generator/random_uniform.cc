// RandomUniform: output[i] = low + (high - low) · u, u uniform in [0, 1).
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_uniform(const Call& call) {
  const Shape shape = to_shape(call.ints("shape"));
  return {Tensor::of(output_type(call, "dtype", DType::float32), uniform(call, shape))};
}

const Operator op("RandomUniform", random_uniform, {1, 22});

}  // namespace
}  // namespace etalon
