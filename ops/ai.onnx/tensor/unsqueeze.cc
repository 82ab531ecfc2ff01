// Unsqueeze: data with axes of size 1 inserted; `axes` are theirs in the result.
//   1         axes as attribute, none negative
//   11        negative axes count from the result's end
//   13        axes as input
//   21, 23, 24, 25    more types
#include "ops/ai.onnx/lists.h"

namespace etalon {
namespace {

Tensor unsqueeze(const Tensor& data, const std::vector<int64_t>& axes) {
  const size_t rank = data.rank() + axes.size();
  check_rank(rank);
  const std::vector<size_t> inserted = axis_indices(axes, rank);
  Shape shape;
  size_t next = 0;
  for (size_t axis = 0; axis < rank; ++axis) {
    const bool is_new = std::find(inserted.begin(), inserted.end(), axis) != inserted.end();
    shape.push_back(is_new ? 1 : data.dim(next++));
  }
  return data.reshaped(shape);
}

Values unsqueeze_1(const Call& call) {
  const std::vector<int64_t> axes = call.ints("axes");
  for (const int64_t axis : axes) {
    if (axis < 0 && call.since_version() < 11) throw InvalidInput("axis {} is negative", axis);
  }
  return {unsqueeze(call.tensor("data"), axes)};
}

Values unsqueeze_13(const Call& call) { return {unsqueeze(call.tensor("data"), axes_of(call))}; }

const Operator op("Unsqueeze", {{unsqueeze_1, {1, 11}}, {unsqueeze_13, {13, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
