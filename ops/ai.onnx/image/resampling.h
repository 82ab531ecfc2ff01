// What Resize and Upsample share: each axis on its own says what its new entries are made of.
#pragma once

#include "ops/ai.onnx/image/mixtures.h"

namespace etalon {

enum class NearestMode {
  round_prefer_floor,
  round_prefer_ceil,
  floor,
  ceil,
  simple,  // floor, but ceil where the axis shrinks
};

enum class Coordinates {
  half_pixel,
  half_pixel_symmetric,
  pytorch_half_pixel,
  align_corners,
  asymmetric,
  tf_half_pixel_for_nn,
  tf_crop_and_resize,
};

struct Sampling {
  Interpolation mode = Interpolation::nearest;
  NearestMode nearest_mode = NearestMode::floor;
  Coordinates coordinates = Coordinates::asymmetric;
  double cubic_coeff_a = -0.75;
  bool exclude_outside = false;
  bool antialias = false;
  double extrapolation_value = 0;
};

// One axis, and how it is to change; by default it stays as it is. scale = numerator / denominator,
// so that neither a given scale nor the quotient of two sizes is rounded.
struct Extent {
  size_t length_original;
  size_t output_dimension = length_original;
  Rational length_resized = double(length_original);  // output_dimension before rounding
  double numerator = 1, denominator = 1;
  double roi_start = 0, roi_end = 1;

  // output_dimension = floor(input_dimension * (roi_end - roi_start) * scale). Throws InvalidInput
  // for a scale that is not positive.
  void scale_by(double scale);
  // length_resized = length, output_dimension = ⌊length + shift⌋. Throws InvalidInput where that is
  // negative, LimitExceeded where it is beyond all memory.
  void resize_to(const Rational& length, double shift);

  bool changes() const { return output_dimension != length_original || numerator != denominator; }
  bool shrinks() const { return numerator < denominator; }
  double last() const { return double(length_original) - 1; }
  // x / scale
  Rational unscaled(const Rational& x) const { return x * denominator / numerator; }
};

// X with its axes changed as the extents say, one for each axis.
Tensor resized(const Tensor& X, const std::vector<Extent>& axes, const Sampling& sampling);

}  // namespace etalon
