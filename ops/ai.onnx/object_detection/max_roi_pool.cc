// MaxRoiPool: the maximum of each of pooled_shape bins of each region; 0 for a bin outside X.
// As in Fast R-CNN (Girshick, 2015): scaled corners are rounded to the nearest pixel, ties away
// from 0, and belong to the region, which is at least 1 × 1; bin b of n covers the pixels from
// ⌊b · size / n⌋ to ⌈(b + 1) · size / n⌉, the last not included.
//   1, 22   22: bfloat16
#include "engine/numerics/carriers.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/object_detection/channel.h"

namespace etalon {
namespace {

// The pixels [start, end) along one axis.
struct Range {
  size_t start, end;
};

// The pixel nearest to coordinate · scale, ties away from 0, or where `half` is negative towards 0.
int64_t pixel(double coordinate, double scale, double half) {
  if (!(std::fabs(coordinate * scale) < 1e9)) {
    throw InvalidInput("a region reaches to {}", coordinate * scale);
  }
  const double distance = over_reals(DType::float32, [&]<class R>() {
    const R distance = real::abs(R(coordinate) * R(scale));
    return (half > 0 ? real::floor(distance + R(0.5)) : real::ceil(distance - R(0.5))).middle();
  });
  return static_cast<int64_t>(std::copysign(distance, coordinate * scale));
}

// The bins along one axis, of `size` pixels, of a region from first to last.
std::vector<Range> bins_of(int64_t first, int64_t last, size_t bins, size_t size) {
  const int64_t length = std::max<int64_t>(last - first + 1, 1);
  const auto within = [&](int64_t at) { return size_t(std::clamp<int64_t>(at, 0, int64_t(size))); };
  std::vector<Range> ranges;
  for (int64_t b = 0, n = int64_t(bins); b < n; ++b) {
    const int64_t floor = b * length / n, ceiling = ((b + 1) * length + n - 1) / n;
    ranges.push_back({within(first + floor), within(first + ceiling)});
  }
  return ranges;
}

// The maximum over some rows and columns.
double largest(const Channel& channel, Range rows, Range columns) {
  if (rows.start >= rows.end || columns.start >= columns.end) return 0;
  count_work(work_per_step * (rows.end - rows.start) * (columns.end - columns.start));
  double result = -std::numeric_limits<double>::infinity();
  for (size_t h = rows.start; h < rows.end; ++h) {
    for (size_t w = columns.start; w < columns.end; ++w) result = maximum(result, channel(h, w));
  }
  return result;
}

size_t batch_of(double batch_id, size_t N) {
  at_point("index", !(batch_id >= 0 && batch_id < double(N)));
  if (!(batch_id >= 0 && batch_id < double(N)) || batch_id != std::floor(batch_id)) {
    throw InvalidInput("batch_id {} is not an index below {}", batch_id, N);
  }
  return size_t(batch_id);
}

// The regions' bins, and where these are empty. `half` is 0.5, or −0.5 to round ties towards 0.
struct Pooled {
  Tensor Y;
  Bools empty;
};

Pooled pooled(const Call& call, const Tensor& X, double half) {
  const Tensor& rois = call.tensor("rois");
  const Shape pooled_shape = to_shape(call.ints("pooled_shape"));
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 5 || pooled_shape.size() != 2) {
    throw InvalidInput("X {}, rois {} and {} pooled dimensions do not fit", to_string(X.shape()),
                       to_string(rois.shape()), pooled_shape.size());
  }
  const size_t C = X.dim(1), H = X.dim(2), W = X.dim(3);
  const size_t height = pooled_shape[0], width = pooled_shape[1];
  Reals Y = empty_array<double>({rois.dim(0), C, height, width});
  Bools empty = full(Y.shape(), false);
  if (Y.size() == 0) return {Tensor::decided(X.dtype(), Y), empty};
  const Reals x = X.as<double>();
  const Reals region = rois.as<double>();  // [batch_id, x1, y1, x2, y2]
  const double spatial_scale = call.real("spatial_scale");
  for (size_t roi = 0; roi < rois.dim(0); ++roi) {
    const size_t n = batch_of(region(roi, 0), X.dim(0));
    const auto corner = [&](size_t i) { return pixel(region(roi, i), spatial_scale, half); };
    const std::vector<Range> rows = bins_of(corner(2), corner(4), height, H);
    const std::vector<Range> columns = bins_of(corner(1), corner(3), width, W);
    each_index({C, height, width}, [&](const Shape& at) {
      const size_t c = at[0], i = at[1], j = at[2];
      Y(roi, c, i, j) = largest(Channel(x, n, c), rows[i], columns[j]);
      empty(roi, c, i, j) = rows[i].start >= rows[i].end || columns[j].start >= columns[j].end;
    });
  }
  return {Tensor::decided(X.dtype(), Y), empty};
}

Values max_roi_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto result = pooled(call, X, 0.5);
  const Tensor& Y = result.Y;
  if (!choices_wanted()) return {Y};
  const double least = -std::numeric_limits<double>::infinity();
  const Tensor nan =
      nan_or_number(Y, "nan", [&] { return pooled(call, without_nan(X, least), 0.5).Y; });
  const Tensor zero = either_zero(nan, "negative_zero");
  const Tensor ties =
      either_of(zero, "ties", "away", "towards_zero", [&] { return pooled(call, X, -0.5).Y; });
  return {anything(ties, "padding_window", [&] { return result.empty; })};
}

const Operator op("MaxRoiPool", max_roi_pool, {1, 22});

}  // namespace
}  // namespace etalon
