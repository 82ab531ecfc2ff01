// RoiAlign: each region is cut into output_height × output_width bins, each bin sampled on a grid
// of points by bilinear interpolation, and the samples averaged, or with mode max their maximum
// taken. A point beyond the image by more than a pixel is 0, and so is a bin without points.
//   10       coordinates are not shifted; a region is at least 1 × 1
//   16, 22   coordinate_transformation_mode half_pixel (default): shifted by -0.5, of any size;
//            output_half_pixel: as 10; 22: bfloat16
#include "engine/numerics/numerics.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

struct Options {
  bool max;
  bool half_pixel;
  double spatial_scale;
  int64_t sampling_ratio;
};

Options options(const Call& call) {
  const std::string& mode = call.text("mode");
  if (mode != "avg" && mode != "max") throw InvalidInput("mode '{}' is neither avg nor max", mode);
  const std::string transformation =
      call.since_version() < 16 ? "output_half_pixel" : call.text("coordinate_transformation_mode");
  if (transformation != "half_pixel" && transformation != "output_half_pixel") {
    throw InvalidInput("there is no coordinate_transformation_mode '{}'", transformation);
  }
  const int64_t sampling_ratio = call.integer("sampling_ratio");
  if (sampling_ratio < 0) throw InvalidInput("sampling_ratio {} is negative", sampling_ratio);
  return {mode == "max", transformation == "half_pixel", call.real("spatial_scale"),
          sampling_ratio};
}

// A coordinate between two pixels of an axis, and the weight of each.
struct Sample {
  size_t low = 0, high = 0;
  double low_weight = 0, high_weight = 0;
};
using Samples = std::vector<Sample, BudgetAllocator<Sample>>;

Sample sample_at(double at, size_t size) {
  if (at < -1 || at > static_cast<double>(size)) return {};
  at = std::max(at, 0.0);
  const size_t low = std::min(static_cast<size_t>(at), size - 1);
  if (low == size - 1) return {low, low, 1, 0};
  const double high_weight = at - static_cast<double>(low);
  return {low, low + 1, 1 - high_weight, high_weight};
}

// The sampling points of every bin along one axis of a region.
std::vector<Samples> samples_of(double first, double last, const Options& options, size_t bins,
                                size_t size) {
  const double shift = options.half_pixel ? 0.5 : 0;
  const double start = first * options.spatial_scale - shift;
  double length = last * options.spatial_scale - shift - start;
  if (!options.half_pixel) length = maximum(length, 1.0);
  const double bin_size = length / static_cast<double>(bins);
  const double points = options.sampling_ratio > 0 ? static_cast<double>(options.sampling_ratio)
                                                   : maximum(std::ceil(bin_size), 0.0);
  if (!std::isfinite(start) || !std::isfinite(length) || points > 1e6) {
    throw InvalidInput("a region from {} to {} cannot be sampled", first, last);
  }
  std::vector<Samples> samples(bins);
  for (size_t bin = 0; bin < bins; ++bin) {
    for (size_t point = 0; point < static_cast<size_t>(points); ++point) {
      const double part = (static_cast<double>(point) + 0.5) / points;
      samples[bin].push_back(sample_at(start + (static_cast<double>(bin) + part) * bin_size, size));
    }
  }
  return samples;
}

void count_samples(const std::vector<Samples>& rows, const std::vector<Samples>& columns) {
  for (const Samples& row : rows) {
    for (const Samples& column : columns) {
      for (size_t i = 0; i < row.size() * column.size(); ++i) count_step();
    }
  }
}

// A pixel without weight does not count, whatever it holds.
double weighted(double weight, double value) { return weight == 0 ? 0 : weight * value; }

double interpolated(const double* row, const Sample& x) {
  return weighted(x.low_weight, row[x.low]) + weighted(x.high_weight, row[x.high]);
}

// One bin of one channel [H, W].
double pooled(const double* channel, size_t W, const Samples& rows, const Samples& columns,
              bool max) {
  long double sum = 0;
  double largest = -std::numeric_limits<double>::infinity();
  for (const Sample& y : rows) {
    for (const Sample& x : columns) {
      const double value = weighted(y.low_weight, interpolated(channel + y.low * W, x)) +
                           weighted(y.high_weight, interpolated(channel + y.high * W, x));
      sum += value;
      largest = maximum(largest, value);
    }
  }
  const size_t count = rows.size() * columns.size();
  if (count == 0) return 0;
  return max ? largest : static_cast<double>(sum / static_cast<long double>(count));
}

void require_fitting(const Tensor& X, const Tensor& rois, const Tensor& batch_indices) {
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 4 ||
      batch_indices.shape() != Shape{rois.dim(0)}) {
    throw InvalidInput("X {}, rois {} and batch_indices {} do not fit", to_string(X.shape()),
                       to_string(rois.shape()), to_string(batch_indices.shape()));
  }
  if (X.dim(2) == 0 || X.dim(3) == 0) throw InvalidInput("X {} is empty", to_string(X.shape()));
  for (const int64_t index : batch_indices.ints()) {
    if (index < 0 || index >= static_cast<int64_t>(X.dim(0))) {
      throw InvalidInput("batch index {} is outside [0, {}]", index, int64_t(X.dim(0)) - 1);
    }
  }
}

Shape output_shape(const Call& call, size_t num_rois, size_t C) {
  const int64_t height = call.integer("output_height");
  const int64_t width = call.integer("output_width");
  if (height < 1 || width < 1) throw InvalidInput("an output of {} by {} is empty", height, width);
  return {num_rois, C, static_cast<size_t>(height), static_cast<size_t>(width)};
}

Values roi_align(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& rois = call.tensor("rois");
  const Tensor& batch_indices = call.tensor("batch_indices");
  require_fitting(X, rois, batch_indices);
  const Options how = options(call);
  const size_t C = X.dim(1), H = X.dim(2), W = X.dim(3);
  const Shape shape = output_shape(call, rois.dim(0), C);
  Reals Y = empty_array<double>(shape);
  if (Y.size() == 0) return {Tensor::of(X.dtype(), Y)};
  const Reals x = X.as<double>();
  const Reals r = rois.as<double>();  // [x1, y1, x2, y2]
  const std::vector<int64_t> images = batch_indices.ints();
  double* y = Y.data();
  for (size_t roi = 0; roi < shape[0]; ++roi) {
    const std::vector<Samples> rows = samples_of(r(roi, 1), r(roi, 3), how, shape[2], H);
    const std::vector<Samples> columns = samples_of(r(roi, 0), r(roi, 2), how, shape[3], W);
    count_samples(rows, columns);
    for (size_t c = 0; c < C; ++c) {
      const double* channel = x.data() + (static_cast<size_t>(images[roi]) * C + c) * H * W;
      for (const Samples& row : rows) {
        for (const Samples& column : columns) *y++ = pooled(channel, W, row, column, how.max);
      }
    }
  }
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("RoiAlign", roi_align, {10, 16, 22});

}  // namespace
}  // namespace etalon
