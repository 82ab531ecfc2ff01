// MaxPool by running maxima, axis by axis: neighbouring windows share most of their elements.
#include "engine/operators/rooms.h"
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

Ints greatest(const Tensor& X, const Window& window) {
  if (varies(X)) throw Undecided();
  if (X.dtype() == DType::float32) {
    return places_of_greatest(X.slots<float>().data(), X.shape(), window);
  }
  return numeric(X.dtype(), [&]<class T>() {
    return places_of_greatest(X.as<T>().data(), X.shape(), window);
  });
}

std::optional<Values> max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Ints places = greatest(X, pool_window(call, X));
  // What a window of padding alone gives, the formula says.
  if (std::find(places.begin(), places.end(), -1) != places.end()) return std::nullopt;
  const Tensor Y = take(X, places);
  if (call.since_version() < 8) return Values{Y};
  return Values{Y, indices_of(call, places)};
}

const Quick op("MaxPool", max_pool);

}  // namespace
}  // namespace etalon
