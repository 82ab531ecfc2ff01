// Unique: Y = the different elements of X, or the different subtensors along `axis`; sorted, or in
// the order in which they first occur. indices: where each first occurs; inverse_indices: which
// one each of X is; counts: how often each occurs. NaNs are equal, and greater than all else.
//   11, 28    28: bfloat16
#include <numeric>

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

bool less(const std::string& a, const std::string& b) { return a < b; }
bool less(int64_t a, int64_t b) { return a < b; }
bool less(uint64_t a, uint64_t b) { return a < b; }
bool less(double a, double b) { return a < b || (!std::isnan(a) && std::isnan(b)); }
bool less(const std::complex<double>& a, const std::complex<double>& b) {
  return less(a.real(), b.real()) || (!less(b.real(), a.real()) && less(a.imag(), b.imag()));
}

// Each entry's group: entries are in one when they are equal. Groups are numbered in ascending
// order of their entries.
Naturals groups_along(const Tensor& X, size_t axis) {
  std::vector<size_t> perm = all_axes(X.rank());
  perm.erase(perm.begin() + std::ptrdiff_t(axis));
  perm.insert(perm.begin(), axis);
  const size_t count = X.dim(axis);
  Naturals group = full<uint64_t>({count}, 0);
  any_carrier(X.dtype(), [&]<class T>() {
    const Array<T> rows = transposed(X, perm).as<T>();
    const size_t width = count == 0 ? 0 : rows.size() / count;
    const auto row_less = [&](size_t a, size_t b) {
      const T* x = rows.data() + a * width;
      const T* y = rows.data() + b * width;
      return std::lexicographical_compare(x, x + width, y, y + width,
                                          [](const T& p, const T& q) { return less(p, q); });
    };
    Naturals order = empty_array<uint64_t>({count});
    std::iota(order.begin(), order.end(), uint64_t{0});
    std::sort(order.begin(), order.end(), row_less);
    for (size_t i = 1; i < count; ++i) {
      group(order(i)) = group(order(i - 1)) + row_less(order(i - 1), order(i));
    }
  });
  return group;
}

// The groups numbered anew, in the order in which they first occur.
Naturals by_occurrence(Naturals group) {
  Naturals number = full<uint64_t>({group.size()}, group.size());
  uint64_t next = 0;
  for (uint64_t& g : group) {
    if (number(g) == group.size()) number(g) = next++;
    g = number(g);
  }
  return group;
}

Values unique(const Call& call) {
  const Tensor& input = call.tensor("X");
  const Tensor X = call.has("axis") ? input : input.reshaped({input.size()});
  const size_t axis = call.has("axis") ? axis_index(call.integer("axis"), X.rank()) : 0;
  Naturals inverse_indices = groups_along(X, axis);
  if (!call.flag("sorted")) inverse_indices = by_occurrence(inverse_indices);
  std::vector<size_t> indices;
  std::vector<int64_t> counts;
  for (size_t i = 0; i < inverse_indices.size(); ++i) {
    const size_t g = inverse_indices(i);
    if (g >= indices.size()) {
      indices.resize(g + 1, X.dim(axis));
      counts.resize(g + 1);
    }
    indices[g] = std::min(indices[g], i);
    ++counts[g];
  }
  return {pick(X, axis, indices), vector_of({indices.begin(), indices.end()}),
          Tensor::of(DType::int64, inverse_indices), vector_of(counts)};
}

const Operator op("Unique", unique, {11, 28});

}  // namespace
}  // namespace etalon
