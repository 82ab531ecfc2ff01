// RandomNormalLike: mean + scale · z, z normal with mean 0 and deviation 1, in input's shape and
// type.
//   1, 22     22: more types
#include "ops/ai.onnx/generator/generator.h"

namespace etalon {
namespace {

Values random_normal_like(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {Tensor::of(output_type(call, "dtype", input.dtype()), normal(call, input.shape()))};
}

const Operator op("RandomNormalLike", random_normal_like, {1, 22});

}  // namespace
}  // namespace etalon
