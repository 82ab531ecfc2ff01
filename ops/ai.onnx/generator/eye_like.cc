// EyeLike: output[i, i + k] = 1, else 0, in input's shape.
//   9, 22     22: more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values eye_like(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank("input", input, 2);
  const DType type = output_type(call, "dtype", input.dtype());
  const int64_t k = call.integer("k");
  const Ints i = coordinate(input.shape(), 0);
  const Ints j = coordinate(input.shape(), 1);
  const Bools on_diagonal = xt::equal(j - i, k);
  return {numeric(type, [&]<class T>() {
    return choose(on_diagonal, Tensor::decided(type, scalar_array(T{1})), Tensor::zeros(type, {}));
  })};
}

const Operator op("EyeLike", eye_like, {9, 22});

}  // namespace
}  // namespace etalon
