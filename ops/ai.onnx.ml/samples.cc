#include "ops/ai.onnx.ml/samples.h"

namespace etalon {

Tensor feature_rows(const Tensor& X) {
  if (X.rank() == 2) return X;
  if (X.rank() == 1) return X.reshaped({1, X.dim(0)});
  throw InvalidInput("X has the shape {}; it must be [N, F] or [F]", to_string(X.shape()))
      .at(X.rank() == 0 ? "rank0" : "");
}

Reals array_of(const std::vector<double>& values, const Shape& shape) {
  if (values.size() != element_count(shape)) {
    throw InternalError("{} values do not fill the shape {}", values.size(), to_string(shape));
  }
  Reals array = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  return array;
}

}  // namespace etalon
