// EyeLike: output[i, i + k] = 1, else 0, in input's shape.
//   9, 22     22: more types
#include "engine/numerics/numerics.h"
#include "engine/operators/output_type.h"

namespace etalon {
namespace {

Values eye_like(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (input.rank() != 2) throw InvalidInput("input has rank {}, not 2", input.rank());
  const DType type = output_type(call, "dtype", input.dtype());
  const int64_t k = call.integer("k");
  return {numeric(type, [&]<class T>() {
    Array<T> output = full<T>(input.shape(), T{0});
    const auto columns = static_cast<int64_t>(input.dim(1));
    for (size_t i = 0; i < input.dim(0); ++i) {
      const int64_t j = static_cast<int64_t>(i) + k;
      if (j >= 0 && j < columns) output(i, j) = T{1};
    }
    return Tensor::of(type, output);
  })};
}

const Operator op("EyeLike", eye_like, {9, 22});

}  // namespace
}  // namespace etalon
