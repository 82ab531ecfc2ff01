// RandomUniformLike: low + (high - low) · u, u uniform in [0, 1), in input's shape and type.
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_uniform_like(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(output_type(call, "dtype", input.dtype()), uniform(call, input.shape()))};
}

const Operator op("RandomUniformLike", random_uniform_like, {1, 22});

}  // namespace
}  // namespace etalon
