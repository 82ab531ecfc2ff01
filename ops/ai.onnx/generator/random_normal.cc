// RandomNormal: output[i] = mean + scale · z, z normal with mean 0 and deviation 1.
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_normal(const Call& call) {
  const Shape shape = to_shape(call.ints("shape"));
  return {Tensor::of(output_type(call, "dtype", DType::float32), normal(call, shape))};
}

const Operator op("RandomNormal", random_normal, {1, 22});

}  // namespace
}  // namespace etalon
