// Crop: input [N, C, H, W] without border = (left, top, right, bottom) elements; with scale =
// (height, width), that much of it from (top, left) on.
//   1         experimental
#include "engine/formula.h"

namespace etalon {
namespace {

std::vector<int64_t> values_of(const Call& call, std::string_view attribute, size_t count) {
  std::vector<int64_t> values = call.ints(attribute);
  if (values.size() != count) {
    throw InvalidInput("{} has {} values, not {}", attribute, values.size(), count);
  }
  return values;
}

Tensor part(const Tensor& X, size_t axis, int64_t start, int64_t end) {
  const auto size = static_cast<int64_t>(X.dim(axis));
  if (start < 0 || start > end || end > size) {
    throw InvalidInput("[{}, {}) is not a part of the {} elements of axis {}", start, end, size,
                       axis);
  }
  return slice(X, axis, static_cast<size_t>(start), static_cast<size_t>(end));
}

Values crop(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank("input", input, 4);
  if (!call.has("border") && !call.has("scale")) {
    throw Unspecified("neither border nor scale is given");
  }
  const std::vector<int64_t> border =
      call.has("border") ? values_of(call, "border", 4) : std::vector<int64_t>(4);
  const int64_t left = border[0], top = border[1];
  int64_t right = static_cast<int64_t>(input.dim(3)) - border[2];
  int64_t bottom = static_cast<int64_t>(input.dim(2)) - border[3];
  if (call.has("scale")) {
    const std::vector<int64_t> scale = values_of(call, "scale", 2);
    bottom = top + scale[0];
    right = left + scale[1];
  }
  return {part(part(input, 2, top, bottom), 3, left, right)};
}

const Operator op("Crop", crop, {1});

}  // namespace
}  // namespace etalon
