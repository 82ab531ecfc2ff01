// RoiAlign: each region is cut into output_height × output_width bins, each bin sampled on a grid
// of points by bilinear interpolation, and the samples averaged, or with mode max their maximum
// taken. A point beyond the image by more than a pixel is 0, and so is a bin without points.
//   10       coordinates are not shifted; a region is at least 1 × 1
//   16, 22   coordinate_transformation_mode half_pixel (default): shifted by -0.5, of any size;
//            output_half_pixel: as 10; 22: bfloat16
#include "ops/ai.onnx/object_detection/roi_align.h"
#include "ops/ai.onnx/locations.h"

namespace etalon {
namespace {

// The point at place / whole, between the pixel at or before it and the next.
template <class R>
RoiPoint<R> point_at(const R& place, double whole, size_t size) {
  if (place < -whole || place > double(size) * whole) return {};
  if (place <= 0) return {0, 0, R(whole), R(0)};
  const int64_t low = std::max<int64_t>(to_integer(real::floor(place / whole)), 0);
  if (low >= int64_t(size) - 1) return {size - 1, size - 1, R(whole), R(0)};
  const R high_weight = place - R(double(low)) * R(whole);
  return {size_t(low), size_t(low) + 1, whole - high_weight, high_weight};
}

// The sampling points in one of the bins of a region from `first` to `last`, along an axis of
// `size` pixels: point i of `count` lies at start + (bin + (i + 1/2) / count) · length / bins.
template <class R>
RoiPoints<R> points_of(double first, double last, const RoiSampling& sampling, size_t bin,
                       size_t bin_count, size_t size) {
  const R start = R(first) * R(sampling.spatial_scale) - sampling.shift();
  R length = R(last) * R(sampling.spatial_scale) - sampling.shift() - start;
  if (!sampling.half_pixel) length = maximum(length, R(1));
  const auto bins = double(bin_count);
  const auto refuse = [&] {
    throw InvalidInput("a region from {} to {} cannot be sampled", first, last);
  };
  constexpr int64_t most = 1'000'000;
  if (!is_finite(start) || !is_finite(length) || sampling.sampling_ratio > most) refuse();
  int64_t count = sampling.sampling_ratio;
  if (count == 0) {
    if (length / bins > most) refuse();
    count = std::max<int64_t>(to_integer(real::ceil(length / bins)), 0);
  }
  RoiPoints<R> points{{}, 2 * double(count) * bins};
  for (int64_t i = 0; i < count; ++i) {
    const double part = 2 * (double(bin) * double(count) + double(i)) + 1;
    const R place = start * R(points.whole) + length * R(part);
    points.points.push_back(point_at<R>(place, points.whole, size));
  }
  return points;
}

// A pixel without weight does not count, whatever it holds.
template <class R>
R share(const R& weight, const R& value) {
  return weight == 0 ? R(0) : weight * value;
}

// The average, or the maximum, over the points of a bin; of X[n, c].
template <class R>
R pooled(const Reader& X, size_t n, size_t c, const RoiPoints<R>& rows, const RoiPoints<R>& columns,
         bool max) {
  const size_t count = rows.points.size() * columns.points.size();
  if (count == 0) return R(0);
  Sum<R> sum;
  R greatest(-std::numeric_limits<double>::infinity());
  for (const RoiPoint<R>& y : rows.points) {
    for (const RoiPoint<R>& x : columns.points) {
      const auto in_row = [&](size_t h) -> R {
        return share(x.low_weight, X.at<R>(n, c, h, x.low)) +
               share(x.high_weight, X.at<R>(n, c, h, x.high));
      };
      const R value = share(y.low_weight, in_row(y.low)) + share(y.high_weight, in_row(y.high));
      sum.add(value);
      if (max) greatest = maximum(greatest, value);
    }
  }
  const R whole = R(rows.whole) * R(columns.whole);
  return max ? greatest / whole : sum.result() / (whole * R(double(count)));
}

void require_fitting(const Tensor& X, const Tensor& rois, const Tensor& batch_indices) {
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 4 ||
      batch_indices.shape() != Shape{rois.dim(0)}) {
    throw InvalidInput("X {}, rois {} and batch_indices {} do not fit", to_string(X.shape()),
                       to_string(rois.shape()), to_string(batch_indices.shape()));
  }
  if (X.dim(2) == 0 || X.dim(3) == 0) throw InvalidInput("X {} is empty", to_string(X.shape()));
  for (const int64_t index : batch_indices.ints()) {
    if (index >= 0 && index < int64_t(X.dim(0))) continue;
    throw InvalidInput("batch index {} is outside [0, {}]", index, int64_t(X.dim(0)) - 1)
        .at("index");
  }
}

Values roi_align(const Call& call) {
  const Tensor& input = call.tensor("X");
  require_fitting(input, call.tensor("rois"), call.tensor("batch_indices"));
  const RoiSampling sampling = roi_sampling_of(call);
  const int64_t output_height = call.integer("output_height");
  const int64_t output_width = call.integer("output_width");
  if (output_height < 1 || output_width < 1) {
    throw InvalidInput("an output of {} by {} is empty", output_height, output_width);
  }
  const Reader X(input);
  const size_t C = X.dim(1), height = size_t(output_height), width = size_t(output_width);
  const Reals rois = call.tensor("rois").as<double>();  // [x1, y1, x2, y2]
  const Ints batch_indices = call.tensor("batch_indices").as<int64_t>();
  const auto channels = [&]<class R>(size_t roi, size_t bin) {
    const RoiPoints<R> rows =
        points_of<R>(rois(roi, 1), rois(roi, 3), sampling, bin / width, height, X.dim(2));
    const RoiPoints<R> columns =
        points_of<R>(rois(roi, 0), rois(roi, 2), sampling, bin % width, width, X.dim(3));
    Array<R> y = empty_array<R>({C});
    for (size_t c = 0; c < C; ++c) {
      y(c) = pooled(X, size_t(batch_indices(roi)), c, rows, columns, sampling.max);
    }
    return y;
  };
  const size_t num_rois = rois.shape()[0];
  const Tensor Y = each_location(input.dtype(), {num_rois, C, height * width}, channels);
  return {Y.reshaped({num_rois, C, height, width})};
}

const Operator op("RoiAlign", roi_align, {10, 16, 22});

}  // namespace
}  // namespace etalon
