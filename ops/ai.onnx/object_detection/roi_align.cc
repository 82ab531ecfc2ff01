// RoiAlign: each region is cut into output_height × output_width bins, each bin sampled on a grid
// of points by bilinear interpolation, and the samples averaged, or with mode max their maximum
// taken. A point beyond the image by more than a pixel is 0, and so is a bin without points.
//   10       coordinates are not shifted; a region is at least 1 × 1
//   16, 22   coordinate_transformation_mode half_pixel (default): shifted by -0.5, of any size;
//            output_half_pixel: as 10; 22: bfloat16
#include <map>

#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

struct Sampling {
  bool half_pixel;
  double spatial_scale;
  int64_t sampling_ratio;
};

Sampling sampling_of(const Call& call) {
  const int64_t sampling_ratio = call.integer("sampling_ratio");
  if (sampling_ratio < 0) throw InvalidInput("sampling_ratio {} is negative", sampling_ratio);
  const bool half_pixel = call.since_version() >= 16 &&
                          call.choice<bool>("coordinate_transformation_mode",
                                            {{"half_pixel", true}, {"output_half_pixel", false}});
  return {half_pixel, call.real("spatial_scale"), sampling_ratio};
}

// A coordinate between two pixels of an axis, and the weight of each, as parts of Points::whole.
template <class R>
struct Point {
  size_t low = 0, high = 0;
  R low_weight{0}, high_weight{0};
};

// The sampling points of each bin along one axis.
template <class R>
struct Points {
  std::vector<std::vector<Point<R>, BudgetAllocator<Point<R>>>> bins;
  R whole{1};
};

// The point at coordinate / whole.
template <class R>
Point<R> point_at(const R& coordinate, double whole, size_t size) {
  if (coordinate < -whole || coordinate > double(size) * whole) return {};
  if (coordinate <= 0) return {0, 0, R(whole), R(0)};
  const double floor = real::floor(coordinate / whole).middle();
  if (floor >= double(size) - 1) return {size - 1, size - 1, R(whole), R(0)};
  const auto low = static_cast<size_t>(floor);
  const R high_weight = coordinate - R(floor) * R(whole);
  return {low, low + 1, whole - high_weight, high_weight};
}

// A region along one axis of `size` pixels, cut into bins.
struct Side {
  double first, last;
  size_t bins, size;
};

// Those of the bins first … end - 1. Point i of `count` in a bin lies at start + (bin + (i + 1/2) /
// count) · length / bins: over a whole of 2 · count · bins there is nothing to divide.
template <class R>
Points<R> points_of(const Side& side, const Sampling& sampling, size_t first, size_t end) {
  const R shift = sampling.half_pixel ? 0.5 : 0;
  const R start = R(side.first) * R(sampling.spatial_scale) - shift;
  R length = R(side.last) * R(sampling.spatial_scale) - shift - start;
  if (!sampling.half_pixel) length = maximum(length, R(1));
  if (!is_finite(start) || !is_finite(length)) {
    throw InvalidInput("a region from {} to {} cannot be sampled", side.first, side.last);
  }
  const auto bins = double(side.bins);
  const double count = sampling.sampling_ratio > 0
                           ? double(sampling.sampling_ratio)
                           : std::max(real::ceil(length / bins).middle(), 0.0);
  if (count > 1e6) {
    throw InvalidInput("a region from {} to {} cannot be sampled", side.first, side.last);
  }
  const double whole = 2 * count * bins;
  Points<R> points{std::vector<std::vector<Point<R>, BudgetAllocator<Point<R>>>>(end - first),
                   R(whole)};
  for (size_t bin = first; bin < end; ++bin) {
    for (size_t i = 0; i < size_t(count); ++i) {
      const double part = 2 * (double(bin) * count + double(i)) + 1;
      points.bins[bin - first].push_back(
          point_at<R>(start * R(whole) + length * R(part), whole, side.size));
    }
  }
  return points;
}

// The rows and columns of a region's points.
template <class R>
struct Grid {
  Points<R> rows, columns;
};

// A pixel without weight does not count, whatever it holds.
template <class R>
R share(const R& weight, const R& value) {
  return weight == 0 ? R(0) : weighted(weight, value);
}

// X[n, c] over any carrier of the reals.
struct Pixels {
  const RealElements& X;
  size_t n, c;

  template <class R>
  R at(size_t h, size_t w) const {
    return X.at<R>({n, c, h, w});
  }
};

// The average, or the maximum, over the points of one bin.
template <class R>
R pooled(const Pixels& pixels, const Grid<R>& grid, size_t row, size_t column, bool max) {
  const auto& rows = grid.rows.bins[row];
  const auto& columns = grid.columns.bins[column];
  if (rows.empty() || columns.empty()) return R(0);
  SumOfTerms<R> sum;
  R largest(-std::numeric_limits<double>::infinity());
  for (const Point<R>& y : rows) {
    count_terms<R>(4 * columns.size());  // each point reads four pixels
    for (const Point<R>& x : columns) {
      const auto in_row = [&](size_t h) -> R {
        return share(x.low_weight, pixels.at<R>(h, x.low)) +
               share(x.high_weight, pixels.at<R>(h, x.high));
      };
      const R value = share(y.low_weight, in_row(y.low)) + share(y.high_weight, in_row(y.high));
      sum.add(value);
      if (max) largest = maximum(largest, value);
    }
  }
  const R whole = grid.rows.whole * grid.columns.whole;
  return max ? unweighted(largest, whole)
             : unweighted(sum.result(), R(whole * R(double(rows.size() * columns.size()))));
}

// Over balls, and over those of more bits where a point or a result is undecided.
class Region {
 public:
  Region(const Side& height, const Side& width, const Sampling& sampling)
      : height_(height), width_(width), sampling_(sampling) {
    try {
      quick_ = made<Ball>();
    } catch (const Undecided&) {
    }
  }

  // Of the bin in this row and column.
  template <class R>
  R pooled(const Pixels& pixels, size_t row, size_t column, bool max) {
    if (!current_rounding()) return etalon::pooled(pixels, grid<R>(), row, column, max);
    const Grid<R> bin{points_of<R>(height_, sampling_, row, row + 1),
                      points_of<R>(width_, sampling_, column, column + 1)};
    return etalon::pooled(pixels, bin, 0, 0, max);
  }

 private:
  template <class R>
  const Grid<R>& grid() {
    if constexpr (std::same_as<R, Ball>) {
      if (!quick_) throw Undecided();
      return *quick_;
    } else {
      const long bits = precision_bits();
      const auto known = refined_.find(bits);
      return known == refined_.end() ? refined_.emplace(bits, made<ArbBall>()).first->second
                                     : known->second;
    }
  }

  template <class R>
  Grid<R> made() const {
    return {points_of<R>(height_, sampling_, 0, height_.bins),
            points_of<R>(width_, sampling_, 0, width_.bins)};
  }

  Side height_, width_;
  Sampling sampling_;
  std::optional<Grid<Ball>> quick_;
  std::map<long, Grid<ArbBall>> refined_;  // by their bits
};

void require_fitting(const Tensor& X, const Tensor& rois, const Tensor& batch_indices) {
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 4 ||
      batch_indices.shape() != Shape{rois.dim(0)}) {
    throw InvalidInput("X {}, rois {} and batch_indices {} do not fit", to_string(X.shape()),
                       to_string(rois.shape()), to_string(batch_indices.shape()));
  }
  if (X.dim(2) == 0 || X.dim(3) == 0) throw InvalidInput("X {} is empty", to_string(X.shape()));
  for (const int64_t index : batch_indices.ints()) {
    at_point("index", index < 0 || index >= int64_t(X.dim(0)));
    if (index < 0 || index >= int64_t(X.dim(0))) {
      throw InvalidInput("batch index {} is outside [0, {}]", index, int64_t(X.dim(0)) - 1);
    }
  }
}

Shape pooled_shape(const Call& call, size_t num_rois, size_t C) {
  const int64_t height = call.integer("output_height");
  const int64_t width = call.integer("output_width");
  if (height < 1 || width < 1) throw InvalidInput("an output of {} by {} is empty", height, width);
  return {num_rois, C, size_t(height), size_t(width)};
}

// Regions that reach out of the image, and those without size, which have no samples.
Tensor open_regions(const Call& call, const Tensor& Y, const Reals& rois,
                    const Sampling& sampling) {
  if (!choices_wanted()) return Y;
  const Tensor& X = call.tensor("X");
  const double shift = sampling.half_pixel ? 0.5 : 0;
  const auto of_region = [&](auto test) {
    Bools open = empty_array<bool>({rois.shape()[0], 1, 1, 1});
    for (size_t roi = 0; roi < open.size(); ++roi) {
      const auto at = [&](size_t i) { return rois(roi, i) * sampling.spatial_scale - shift; };
      open.data()[roi] =
          test(at(0), at(2), double(X.dim(3))) || test(at(1), at(3), double(X.dim(2)));
    }
    return broadcast_array(open, Y.shape());
  };
  const Tensor outside = anything(Y, "padding_window", [&] {
    return of_region([](double first, double last, double size) {
      return std::min(first, last) < 0 || std::max(first, last) > size - 1;
    });
  });
  return anything(outside, "zero_divisor", [&] {
    return of_region([&](double first, double last, double) {
      return sampling.half_pixel && sampling.sampling_ratio == 0 && last <= first;
    });
  });
}

Values roi_align(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_fitting(X, call.tensor("rois"), call.tensor("batch_indices"));
  const bool max = call.choice<bool>("mode", {{"avg", false}, {"max", true}});
  const Sampling sampling = sampling_of(call);
  const Reals rois = call.tensor("rois").as<double>();  // [x1, y1, x2, y2]
  const Ints batch_indices = call.tensor("batch_indices").as<int64_t>();
  const RealElements x(X);
  const size_t num_rois = rois.shape()[0], C = X.dim(1), H = X.dim(2), W = X.dim(3);
  const Shape shape = pooled_shape(call, num_rois, C);
  const size_t height = shape[2], width = shape[3];
  const auto region_of = [&](size_t roi) {
    return Region({rois(roi, 1), rois(roi, 3), height, H}, {rois(roi, 0), rois(roi, 2), width, W},
                  sampling);
  };
  std::optional<Region> region;
  size_t known = num_rois;
  const Tensor Y = by_position(X.dtype(), shape, [&]<class R>(size_t position) -> R {
    const size_t bin = position % (height * width), roi = position / (C * height * width);
    if (roi != known) region.emplace(region_of(known = roi));
    const Pixels pixels{x, size_t(batch_indices(roi)), position / (height * width) % C};
    if (bin == 0) count_steps(height * width);
    return region->pooled<R>(pixels, bin / width, bin % width, max);
  });
  return {open_regions(call, Y, rois, sampling)};
}

const Operator op("RoiAlign", roi_align, {10, 16, 22});

}  // namespace
}  // namespace etalon
