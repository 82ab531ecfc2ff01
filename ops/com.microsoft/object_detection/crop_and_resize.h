// CropAndResize's attributes and inputs.
#pragma once

#include "engine/formula.h"

namespace etalon {

struct Crops {
  explicit Crops(const Call& call);

  // The place in X, along axis 0 (rows) or 1 (columns), of entry i of a crop: from one end of the
  // region to the other, or its middle where the crop has one entry.
  template <class R>
  R place(size_t roi, size_t axis, size_t i) const {
    const R from = rois.at<R>(roi, axis), to = rois.at<R>(roi, axis + 2);
    const double last = double(image[axis]) - 1;
    if (crop[axis] == 1) return (from + to) / 2 * last;
    const double steps = double(crop[axis]) - 1;
    return (from * (steps - double(i)) + to * double(i)) * last / steps;  // a pixel exactly
  }

  // The value at a place, within the image, of channel c of the region's image: lerp(a, b, t)
  // interpolates at t, above 0, from a at 0 to b at 1.
  template <class R, class Lerp>
  R sampled(size_t roi, size_t c, const R& y, const R& x, Lerp lerp) const {
    if (nearest) {
      return X.at<R>(batch_of[roi], c, below(R(y + R(0.5)), 0), below(R(x + R(0.5)), 1));
    }
    const size_t top = below(y, 0), left = below(x, 1);
    const R down = y - double(top), right = x - double(left);
    const auto in_row = [&](size_t row) -> R {
      const R pixel = X.at<R>(batch_of[roi], c, row, left);
      return right == 0 ? pixel
                        : lerp(pixel, X.at<R>(batch_of[roi], c, row, after(left, 1)), right);
    };
    return down == 0 ? in_row(top) : lerp(in_row(top), in_row(after(top, 0)), down);
  }
  // The pixel at or below a place on an axis, and the one after it. Within an image there are both;
  // a place that is known to within an error may seem to be outside.
  template <class R>
  size_t below(const R& x, size_t axis) const {
    return size_t(std::clamp<int64_t>(to_integer(real::floor(x)), 0, int64_t(image[axis]) - 1));
  }
  size_t after(size_t pixel, size_t axis) const { return std::min(pixel + 1, image[axis] - 1); }
  template <class R>
  bool outside(const R& x, size_t axis) const {
    return x < 0 || x > double(image[axis]) - 1;
  }

  bool nearest;
  double extrapolation_value;
  std::vector<size_t> image, crop;  // rows and columns of X, and of a crop
  Reader X, rois;                   // [N, C, H, W] and [num_rois, 4]
  std::vector<size_t> batch_of;     // each region's image
};

}  // namespace etalon
