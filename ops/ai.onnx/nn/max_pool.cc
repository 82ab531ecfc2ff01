// MaxPool: Y = max X over each window, padding left out; NaN if any is NaN. Indices says where in X
// it was found, the first of equals: the position among X's elements, the spatial ones counted
// row-major, or with storage_order 1 column-major.
//   1           one output
//   8           Indices, storage_order
//   10          ceil_mode, dilations
//   11, 12, 22  12: int8, uint8; 22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

// The greatest element that a window reads along the axes looked at so far.
template <class T>
struct Greatest {
  T value = 0;
  int64_t position = -1;  // in X; −1 if the window reads padding only
  int64_t place = -1;     // in the array that was looked at last
};
template <class T>
using Found = std::vector<Greatest<T>, BudgetAllocator<Greatest<T>>>;

// Whether the greatest is another from here on. Of equals and of NaNs the first stays.
template <class T>
bool is_exceeded(const Greatest<T>& greatest, const Greatest<T>& other) {
  const T a = greatest.value, b = other.value;
  const bool greater = (b > a) | ((b != b) & (a == a));
  return (greatest.position < 0) | ((other.position >= 0) & greater);
}

// The outputs along one axis of an array [before, s.input, after] with the elements x(place). Where
// neighbouring windows share many elements, an output is the greatest of the one before and of the
// new elements, unless the window has left that one behind.
template <class T, class Elements>
Found<T> greatest_along(Elements x, const Sliding& s, size_t before, size_t after) {
  using Taps = std::pair<int64_t, int64_t>;
  std::vector<Taps, BudgetAllocator<Taps>> taps;  // of each output
  for (int64_t o = 0; o < s.output; ++o) taps.push_back(s.taps(o));
  const int64_t moved = s.stride / s.dilation;  // in taps, from one output to the next
  const bool shares = s.stride % s.dilation == 0 && s.kernel > 4 * moved;
  const int64_t step = s.dilation * int64_t(after);
  Found<T> found(before * size_t(s.output) * after);
  constexpr size_t counted_at_once = 1 << 12;
  size_t out = 0, uncounted = 0;
  for (size_t row = 0; row < before; ++row) {
    for (int64_t o = 0; o < s.output; ++o) {
      const auto [first, last] = taps[size_t(o)];
      const int64_t start = (int64_t(row) * s.input + o * s.stride - s.begin) * int64_t(after);
      for (size_t i = 0; i < after; ++i, ++out) {
        int64_t k = first, place = start + int64_t(i) + first * step;
        int64_t best = place;
        if (shares && o > 0 && found[out - after].place >= place) {
          best = found[out - after].place;
          k = taps[size_t(o - 1)].second - moved;
          place = start + int64_t(i) + k * step;
        }
        if (first == last) continue;
        uncounted += size_t(last - k);
        if (uncounted >= counted_at_once) count_work(work_per_step * std::exchange(uncounted, 0));
        for (; k < last; ++k, place += step) best = is_exceeded(x(best), x(place)) ? place : best;
        found[out] = x(best);
        found[out].place = best;
      }
    }
  }
  count_work(work_per_step * uncounted);
  return found;
}

// For each window the position in X [N, C, input…] of its greatest element, −1 for one of padding
// only. It is the greatest of those of the window's rows, which many windows have in common: so the
// axes are looked at one after another, the last first.
template <class T>
Ints places_of_greatest(const T* X, const Shape& shape, const Window& window) {
  Ints places = full(output_shape(shape[0], shape[1], window), int64_t{-1});
  const size_t inputs = split_at(shape, 2).after, outputs = split_at(places.shape(), 2).after;
  for (size_t channel = 0; channel < shape[0] * shape[1]; ++channel) {
    count_step();
    const auto own = [&](size_t i) {
      const size_t at = channel * inputs + i;
      return Greatest<T>{X[at], int64_t(at), -1};
    };
    if (window.empty()) places.data()[channel] = own(0).position;
    std::optional<Found<T>> found;
    size_t after = 1;
    for (size_t axis = window.size(); axis-- > 0; after *= size_t(window[axis].output)) {
      const Sliding& s = window[axis];
      const size_t before =
          element_count({shape.begin() + 2, shape.begin() + 2 + std::ptrdiff_t(axis)});
      if (!found) {
        found = greatest_along<T>(own, s, before, after);
      } else {
        const auto kept = [&](size_t i) { return (*found)[i]; };
        found = greatest_along<T>(kept, s, before, after);
      }
    }
    for (size_t o = 0; found && o < outputs; ++o) {
      places.data()[channel * outputs + o] = (*found)[o].position;
    }
  }
  return places;
}

// A row-major position in a tensor [N, C, D…], with the spatial axes counted column-major.
int64_t column_major(int64_t position, Shape shape) {
  Shape index = index_at(size_t(position), shape);
  std::reverse(index.begin() + 2, index.end());
  std::reverse(shape.begin() + 2, shape.end());
  return int64_t(position_of(index, shape));
}

Ints greatest(const Tensor& X, const Window& window) {
  if (X.dtype() == DType::float32) {
    return places_of_greatest(X.slots<float>().data(), X.shape(), window);
  }
  return numeric(X.dtype(), [&]<class T>() {
    return places_of_greatest(X.as<T>().data(), X.shape(), window);
  });
}

// The positions in X of all elements of each window that equal its greatest.
Candidates ties(const Tensor& X, const Ints& places, const Window& window) {
  const Reals x = X.as<double>();
  const size_t inputs = split_at(X.shape(), 2).after;
  const size_t outputs = split_at(places.shape(), 2).after;
  Candidates tied;
  for (size_t channel = 0; channel < X.dim(0) * X.dim(1); ++channel) {
    each_run(window, [&](const Run& run) {
      for (size_t i = 0; i < run.count; ++i) {
        const size_t o = channel * outputs + run.out + i;
        const size_t at = channel * inputs + run.in + i * run.step;
        if (x.data()[at] == x.data()[places.data()[o]]) tied[o].push_back(int64_t(at));
      }
    });
  }
  std::erase_if(tied, [](const auto& entry) { return entry.second.size() < 2; });
  return tied;
}

// Y, where the text leaves NaN, the sign of zero and windows of padding alone open.
Tensor open_maxima(const Tensor& X, const Ints& places, const Window& window) {
  const auto ignored = [&] {
    const Tensor numbers = without_nan(X, -std::numeric_limits<double>::infinity());
    return take(numbers, greatest(numbers, window));
  };
  const Tensor Y = nan_or_number(take(X, places), "nan", ignored);
  const auto is_minus_zero = [](double x) { return x == 0 && std::signbit(x); };
  const auto both_zeros = [&] {
    const Reals x = X.as<double>();
    return std::any_of(x.begin(), x.end(), is_minus_zero);
  };
  const bool signs = choices_wanted() && is_float(X.dtype()) && both_zeros();
  return anything(signs ? either_zero(Y, "negative_zero") : Y, "padding_window",
                  [&] { return Bools(xt::less(places, int64_t{0})); });
}

// Indices, which are open where Y is NaN or lies in the padding, and where elements tie.
Tensor open_indices(const Tensor& X, const Tensor& Y, const Ints& Indices, const Ints& places,
                    const Window& window) {
  const Tensor given = Tensor::of(DType::int64, Indices);
  if (!choices_wanted()) return given;
  const auto column = [&](int64_t place) { return column_major(place, X.shape()); };
  const bool is_column_major = Indices != places;
  const Ints all = positions(X.shape());
  const Tensor from = Tensor::of(DType::int64, is_column_major ? by_element(all, column) : all);
  const Tensor tied = any_of(given, "ties", from, [&] { return ties(X, places, window); });
  const Tensor nan = anything(tied, "nan", [&] { return nans(Y); });
  return anything(nan, "padding_window", [&] { return Bools(xt::less(places, int64_t{0})); });
}

Values max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Window window = pool_window(call, X);
  const Ints places = greatest(X, window);
  if (!choices_wanted() && std::find(places.begin(), places.end(), -1) != places.end()) {
    throw Unspecified("a window lies in the padding only, and has no greatest element");
  }
  const Tensor Y = open_maxima(X, places, window);
  if (call.since_version() < 8) return {Y};
  Ints Indices = places;
  if (call.flag("storage_order")) {
    for (int64_t& index : Indices) {
      if (index >= 0) index = column_major(index, X.shape());
    }
  }
  return {Y, open_indices(X, Y, Indices, places, window)};
}

const Operator op("MaxPool", max_pool, {1, 8, 10, 11, 12, 22});

}  // namespace
}  // namespace etalon
