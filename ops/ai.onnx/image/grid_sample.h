// GridSample: its attributes, and its inputs with all spatial axes as one.
#pragma once

#include "ops/ai.onnx/image/image.h"

namespace etalon {

enum class Padding { zeros, border, reflection };

// Which of the two nearest pixels counts for a location halfway: the one with the even index, or
// the greater, or the lesser.
enum class Halfway { even, up, down };

struct Sampler {
  Interpolation mode;
  Padding padding_mode;
  bool align_corners;
  Shape image;              // X's spatial axes
  Shape locations;          // those of the grid
  Reader grid;              // [N, locations, coordinates]
  bool weightless = false;  // whether pixels of weight 0 are read, too

  // A location's coordinate along a spatial axis of X.
  template <class R>
  R coordinate(size_t n, size_t l, size_t axis) const {
    return grid.at<R>(n, l, image.size() - 1 - axis);
  }
};
// Throws InvalidInput where the shapes of the inputs do not fit.
Sampler sampler_of(const Call& call);

// x mirrored at the ends of an axis until it is inside.
template <class R>
R reflected(const R& x, double size, bool align_corners) {
  const double low = align_corners ? 0 : -0.5;
  const double length = align_corners ? size - 1 : size;
  if (length == 0) return R(0);
  const R from_low = real::abs(x - low);
  const R whole_periods = real::rint(from_low / (2 * length));
  return low + real::abs(from_low - whole_periods * (2 * length));
}

// An element's position, and its weight in a sum.
template <class R>
struct Tap {
  int64_t at;
  R weight;
};
template <class R>
using Taps = std::vector<Tap<R>, BudgetAllocator<Tap<R>>>;

// Adds a tap to others; taps of one element are one.
template <class R>
void add_tap(Taps<R>& taps, int64_t at, const R& weight) {
  const auto same =
      std::find_if(taps.begin(), taps.end(), [&](const Tap<R>& tap) { return tap.at == at; });
  if (same == taps.end()) {
    taps.push_back({at, weight});
  } else {
    same->weight += weight;
  }
}

// The taps of two axes together, by their row-major positions.
template <class R>
Taps<R> product(const Taps<R>& outer, const Taps<R>& inner, size_t inner_size) {
  Taps<R> taps;
  for (const auto& [i, v] : outer) {
    for (const auto& [j, w] : inner) {
      taps.push_back({i * static_cast<int64_t>(inner_size) + j, v * w});
    }
  }
  return taps;
}

// The pixel of X nearest to location l of image n, -1 for none (grid_sample.cc).
int64_t nearest_pixel(const Sampler& sampler, size_t n, size_t l, Halfway halfway);
// Y = these pixels [N, 1, locations] of all channels of X; 0 for -1.
Tensor pixels_of(const Tensor& X, const Sampler& sampler, const Ints& pixels);
Tensor nearest(const Tensor& X, const Sampler& sampler, Halfway halfway);
// Y [N, C, locations] by the other modes.
Tensor interpolated(const Tensor& X, const Sampler& sampler);

}  // namespace etalon
