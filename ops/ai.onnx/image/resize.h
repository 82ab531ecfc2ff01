// Resize: what its inputs and attributes say about each axis, and what its files share.
#pragma once

#include "ops/ai.onnx/image/image.h"
#include "ops/ai.onnx/image/rational.h"

namespace etalon {

enum class NearestMode {
  round_prefer_floor,
  round_prefer_ceil,
  floor,
  ceil,
  simple,  // version 10: floor, but ceil where the axis shrinks
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
  NearestMode nearest_mode = NearestMode::simple;
  Coordinates coordinates = Coordinates::asymmetric;
  double cubic_coeff_a = -0.75;
  bool exclude_outside = false;
  bool antialias = false;
  double extrapolation_value = 0;

  bool crops() const { return coordinates == Coordinates::tf_crop_and_resize; }
};

// One axis, and how it is to change; by default it stays as it is. Neither a given scale nor the
// quotient of two sizes is rounded.
struct Axis {
  size_t length_original;
  size_t output_dimension = length_original;
  Rational length_resized = double(length_original);  // output_dimension
  Rational output_width = double(length_original);    // output_dimension before rounding
  Rational scale = 1;
  double roi_start = 0, roi_end = 1;

  double last() const { return double(length_original) - 1; }
  // The entry nearest to a whole number.
  int64_t clamped(int64_t at) const { return std::clamp<int64_t>(at, 0, int64_t(last())); }
  // True where each entry stays what it is.
  bool is_copied(const Sampling& sampling) const;
};

// What a call asks for.
struct Resizing {
  std::vector<Axis> axes;  // of X
  Sampling sampling;

  Shape shape() const;  // of Y
};
Resizing resizing_of(const Call& call);

// An entry of X along an axis, and its weight in an entry of Y.
struct Neighbour {
  int64_t at;
  Rational weight;
};
using Neighbours = std::vector<Neighbour, BudgetAllocator<Neighbour>>;
// The neighbours of each entry of Y along an axis, none where it is to be extrapolated; and those
// of all axes.
using AxisEntries = std::vector<Neighbours, BudgetAllocator<Neighbours>>;
using Entries = std::vector<AxisEntries>;

// The parts of the formula (resize.cc).
Rational x_original(double x_resized, const Axis& axis, Coordinates mode);
int64_t nearest_entry(const Rational& x_original, const Axis& axis, NearestMode mode);
Neighbours neighbours_of(const Rational& x_original, const Axis& axis, const Sampling& sampling);
AxisEntries entries_of(const Axis& axis, const Sampling& sampling);
Tensor extrapolated(Tensor Y, const Entries& entries, double value);
Tensor resized(const Tensor& X, const Resizing& resizing);
Tensor averaged(const Tensor& X, const Resizing& resizing, const Entries& entries);

// True if the entries of Y read from an empty region.
inline bool has_no_region(const Axis& axis, const Sampling& sampling) {
  return sampling.crops() && !(std::isfinite(axis.roi_start) && std::isfinite(axis.roi_end));
}

// Weights as whole numbers, of which `whole` is 1: a sum of such shares is divided only once, so
// that exact averages, and ties between two results, stay exact.
struct Shares {
  Neighbours neighbours;
  Rational whole;
};
std::vector<Shares> shares_of(AxisEntries entries);

// The shares of one entry of Y, axis by axis; and what each product of them is a share of.
class EntryShares {
 public:
  EntryShares(const std::vector<std::vector<Shares>>& axes, const Shape& index) {
    for (size_t axis = 0; axis < index.size(); ++axis) shares_.push_back(&axes[axis][index[axis]]);
  }
  size_t axes() const { return shares_.size(); }
  const Neighbours& along(size_t axis) const { return shares_[axis]->neighbours; }
  template <class R>
  R whole() const {
    R product(1);
    for (const Shares* shares : shares_) product = product * shares->whole.template whole<R>();
    return product;
  }

 private:
  std::vector<const Shares*> shares_;
};

}  // namespace etalon
