// Unique: Y = the different elements of X, or the different entries along `axis`; sorted, or in the
// order in which they first occur. indices: where in X each of Y first occurs; inverse_indices:
// where in Y each of X is; counts: how often each of Y occurs in X. NaNs are equal, and greater
// than all else.
//   11, 28    28: bfloat16
#include <numeric>

#include "engine/numerics/texts.h"

namespace etalon {
namespace {

template <class T>
bool less(const T& a, const T& b) {
  return a < b || (a == a && b != b);
}
bool less(const std::complex<double>& a, const std::complex<double>& b) {
  return less(a.real(), b.real()) || (!less(b.real(), a.real()) && less(a.imag(), b.imag()));
}

// Each entry's elements as a row.
Tensor rows_of(const Tensor& X, size_t axis) {
  std::vector<size_t> perm = all_axes(X.rank());
  std::rotate(perm.begin(), perm.begin() + std::ptrdiff_t(axis),
              perm.begin() + std::ptrdiff_t(axis) + 1);
  const size_t width = element_count(without_axes(X.shape(), {axis}));
  return transposed(X, perm).reshaped({X.dim(axis), width});
}

// For each entry, its place among the different ones in ascending order: inverse_indices.
Naturals places(const Tensor& X, size_t axis) {
  const size_t count = X.dim(axis);
  Naturals place = full<uint64_t>({count}, 0);
  const Tensor rows = rows_of(X, axis);
  any_carrier(X.dtype(), [&]<class T>() {
    const auto elements = elements_as<T>(rows);
    const auto row_less = [&, width = rows.dim(1)](size_t i, size_t j) {
      const T* x = elements.data() + i * width;
      const T* y = elements.data() + j * width;
      return std::lexicographical_compare(x, x + width, y, y + width,
                                          [](const T& a, const T& b) { return less(a, b); });
    };
    Naturals order = empty_array<uint64_t>({count});
    std::iota(order.begin(), order.end(), uint64_t{0});
    sort_places(order, row_less);
    for (size_t i = 1; i < count; ++i) {
      place(order(i)) = place(order(i - 1)) + row_less(order(i - 1), order(i));
    }
  });
  return place;
}

// The same places, numbered in the order in which they first occur.
Naturals by_occurrence(const Naturals& places) {
  const uint64_t none = places.size();
  Naturals number = full<uint64_t>({places.size()}, none);
  uint64_t next = 0;
  return by_element(places, [&](uint64_t place) {
    if (number(place) == none) number(place) = next++;
    return number(place);
  });
}

Values unique(const Call& call) {
  const int64_t sorted = call.integer("sorted");
  if (sorted != 0 && sorted != 1) throw InvalidInput("sorted is {}, neither 0 nor 1", sorted);
  const bool flattened = !call.has("axis");
  const Tensor& input = call.tensor("X");
  const Tensor X = flattened ? input.reshaped({input.size()}) : input;
  const size_t axis = flattened ? 0 : axis_index(call.integer("axis"), X.rank());
  Naturals inverse_indices = places(X, axis);
  if (sorted == 0) inverse_indices = by_occurrence(inverse_indices);

  const auto last = std::max_element(inverse_indices.begin(), inverse_indices.end());
  const size_t different = last == inverse_indices.end() ? 0 : *last + 1;
  std::vector<size_t> indices(different);
  std::vector<int64_t> counts(different, 0);
  for (size_t i = 0; i < inverse_indices.size(); ++i) {
    const size_t n = inverse_indices(i);
    if (counts[n]++ == 0) indices[n] = i;
  }
  return {pick(X, axis, indices), vector_of({indices.begin(), indices.end()}),
          Tensor::of(DType::int64, inverse_indices), vector_of(counts)};
}

const Operator op("Unique", unique, {11, 28});

}  // namespace
}  // namespace etalon
