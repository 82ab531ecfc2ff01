#include "conformance/check/hints.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

constexpr size_t most_axes = 5;

Shape in_order(const Shape& shape, const std::vector<size_t>& perm) {
  Shape moved;
  for (const size_t axis : perm) moved.push_back(shape[axis]);
  return moved;
}

bool same(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  return compare(got, expected, tolerance).pass();
}

std::string reordered(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  std::vector<size_t> perm = all_axes(expected.rank());
  while (std::next_permutation(perm.begin(), perm.end())) {
    if (in_order(expected.shape(), perm) != got.shape()) continue;
    if (same(got, transposed(expected, perm), tolerance)) {
      return fmt::format("the elements are those expected, with the axes in the order [{}]",
                         fmt::join(perm, ", "));
    }
  }
  return "";
}

}  // namespace

std::string hint(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  const bool comparable = got.dtype() == expected.dtype() && got.size() == expected.size() &&
                          got.size() > 1 && expected.rank() <= most_axes;
  if (!comparable || (got.shape() == expected.shape() && same(got, expected, tolerance))) return "";
  if (got.rank() == expected.rank()) {
    const std::string order = reordered(got, expected, tolerance);
    if (!order.empty()) return order;
  }
  const bool reshaped =
      got.shape() != expected.shape() && same(got.reshaped(expected.shape()), expected, tolerance);
  return reshaped ? "the elements are those expected, in another shape" : "";
}

}  // namespace etalon
