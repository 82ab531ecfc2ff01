// RoiAlign: each region is cut into output_height × output_width bins, each bin sampled on a grid
// of points by bilinear interpolation, and the samples averaged, or with mode max their maximum
// taken. A point beyond the image by more than a pixel is 0, and so is a bin without points.
//   10       coordinates are not shifted; a region is at least 1 × 1
//   16, 22   coordinate_transformation_mode half_pixel (default): shifted by -0.5, of any size;
//            output_half_pixel: as 10; 22: bfloat16
#include "engine/values/limits.h"
#include "ops/ai.onnx/object_detection/channel.h"

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

// A coordinate between two pixels of an axis, and the weight of each.
struct Point {
  size_t low = 0, high = 0;
  double low_weight = 0, high_weight = 0;
};
using Points = std::vector<Point, BudgetAllocator<Point>>;

Point point_at(double coordinate, size_t size) {
  if (coordinate < -1 || coordinate > double(size)) return {};
  coordinate = std::max(coordinate, 0.0);
  const size_t low = std::min(size_t(coordinate), size - 1);
  if (low == size - 1) return {low, low, 1, 0};
  const double high_weight = coordinate - double(low);
  return {low, low + 1, 1 - high_weight, high_weight};
}

// The sampling points of each bin along one axis, of `size` pixels, of a region from first to last.
std::vector<Points> points_by_bin(double first, double last, const Sampling& sampling, size_t bins,
                                  size_t size) {
  const double shift = sampling.half_pixel ? 0.5 : 0;
  const double start = first * sampling.spatial_scale - shift;
  double length = last * sampling.spatial_scale - shift - start;
  if (!sampling.half_pixel) length = maximum(length, 1.0);
  const double bin_size = length / double(bins);
  const double count = sampling.sampling_ratio > 0 ? double(sampling.sampling_ratio)
                                                   : maximum(std::ceil(bin_size), 0.0);
  if (!std::isfinite(start) || !std::isfinite(length) || count > 1e6) {
    throw InvalidInput("a region from {} to {} cannot be sampled", first, last);
  }
  std::vector<Points> points(bins);
  for (size_t bin = 0; bin < bins; ++bin) {
    for (size_t i = 0; i < size_t(count); ++i) {
      const double part = (double(i) + 0.5) / count;
      points[bin].push_back(point_at(start + (double(bin) + part) * bin_size, size));
    }
  }
  return points;
}

// A pixel without weight does not count, whatever it holds.
double weighted(double weight, double value) { return weight == 0 ? 0 : weight * value; }

double interpolated(const Channel& channel, const Point& y, const Point& x) {
  const auto in_row = [&](size_t h) {
    return weighted(x.low_weight, channel(h, x.low)) + weighted(x.high_weight, channel(h, x.high));
  };
  return weighted(y.low_weight, in_row(y.low)) + weighted(y.high_weight, in_row(y.high));
}

// The average, or the maximum, over the points of one bin.
double pooled(const Channel& channel, const Points& rows, const Points& columns, bool max) {
  if (rows.empty() || columns.empty()) return 0;
  count_work(4 * work_per_step * rows.size() * columns.size());  // each point reads four pixels
  long double sum = 0;
  double largest = -std::numeric_limits<double>::infinity();
  for (const Point& y : rows) {
    for (const Point& x : columns) {
      const double value = interpolated(channel, y, x);
      sum += value;
      largest = maximum(largest, value);
    }
  }
  return max ? largest : double(sum / static_cast<long double>(rows.size() * columns.size()));
}

void require_fitting(const Tensor& X, const Tensor& rois, const Tensor& batch_indices) {
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 4 ||
      batch_indices.shape() != Shape{rois.dim(0)}) {
    throw InvalidInput("X {}, rois {} and batch_indices {} do not fit", to_string(X.shape()),
                       to_string(rois.shape()), to_string(batch_indices.shape()));
  }
  if (X.dim(2) == 0 || X.dim(3) == 0) throw InvalidInput("X {} is empty", to_string(X.shape()));
  for (const int64_t index : batch_indices.ints()) {
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

Values roi_align(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_fitting(X, call.tensor("rois"), call.tensor("batch_indices"));
  const bool max = call.choice<bool>("mode", {{"avg", false}, {"max", true}});
  const Sampling sampling = sampling_of(call);
  const Reals rois = call.tensor("rois").as<double>();  // [x1, y1, x2, y2]
  const Ints batch_indices = call.tensor("batch_indices").as<int64_t>();
  const Reals x = X.as<double>();
  const size_t num_rois = rois.shape()[0], C = X.dim(1), H = X.dim(2), W = X.dim(3);
  Reals Y = empty_array<double>(pooled_shape(call, num_rois, C));
  if (Y.size() == 0) return {Tensor::of(X.dtype(), Y)};
  const size_t height = Y.shape()[2], width = Y.shape()[3];
  for (size_t roi = 0; roi < num_rois; ++roi) {
    const size_t n = size_t(batch_indices(roi));
    const std::vector<Points> rows = points_by_bin(rois(roi, 1), rois(roi, 3), sampling, height, H);
    const std::vector<Points> columns =
        points_by_bin(rois(roi, 0), rois(roi, 2), sampling, width, W);
    count_steps(height * rows[0].size() * width * columns[0].size());
    each_index({C, height, width}, [&](const Shape& at) {
      const size_t c = at[0], i = at[1], j = at[2];
      Y(roi, c, i, j) = pooled(Channel(x, n, c), rows[i], columns[j], max);
    });
  }
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("RoiAlign", roi_align, {10, 16, 22});

}  // namespace
}  // namespace etalon
