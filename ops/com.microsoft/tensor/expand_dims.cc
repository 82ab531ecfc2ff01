// ExpandDims: Y = X with an axis of size 1 inserted, which is `axis` of Y.
//   1
// “ExpandDims echo operator” is all that the text says. Measured of onnxruntime 1.32.0: axis is of
// shape [] or [1], and a negative one counts from Y's end.
#include "engine/formula.h"

namespace etalon {
namespace {

Values expand_dims(const Call& call) {
  const Tensor& X = call.tensor("X");
  check_rank(X.rank() + 1);
  const size_t axis = axis_index(call.tensor("axis").item<int64_t>(), X.rank() + 1);
  Shape shape = X.shape();
  shape.insert(shape.begin() + std::ptrdiff_t(axis), 1);
  return {X.reshaped(shape)};
}

const Operator op("ExpandDims", expand_dims, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
