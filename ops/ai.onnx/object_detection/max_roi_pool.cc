// MaxRoiPool: the maximum of each of pooled_shape bins of each region; 0 for a bin outside X.
// As in Fast R-CNN (Girshick, 2015): scaled corners are rounded to the nearest pixel, ties away
// from 0, and belong to the region, which is at least 1 × 1; bin b of n covers the pixels from
// ⌊b · size / n⌋ to ⌈(b + 1) · size / n⌉, the last not included.
//   1, 22   22: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

struct Range {
  size_t start, end;
};

int64_t pixel(double coordinate) {
  if (!(std::fabs(coordinate) < 1e9)) throw InvalidInput("a region reaches to {}", coordinate);
  return static_cast<int64_t>(std::round(coordinate));
}

// The pixels of each bin along one axis.
std::vector<Range> bins_of(int64_t first, int64_t last, int64_t bins, int64_t size) {
  const int64_t length = std::max<int64_t>(last - first + 1, 1);
  const auto clamped = [&](int64_t at) {
    return static_cast<size_t>(std::clamp<int64_t>(at, 0, size));
  };
  std::vector<Range> ranges;
  for (int64_t b = 0; b < bins; ++b) {
    const int64_t start = b * length / bins;
    const int64_t end = ((b + 1) * length + bins - 1) / bins;
    ranges.push_back({clamped(first + start), clamped(first + end)});
  }
  return ranges;
}

double largest(const double* channel, size_t W, Range rows, Range columns) {
  if (rows.start >= rows.end || columns.start >= columns.end) return 0;
  double result = -std::numeric_limits<double>::infinity();
  for (size_t h = rows.start; h < rows.end; ++h) {
    for (size_t w = columns.start; w < columns.end; ++w) {
      result = maximum(result, channel[h * W + w]);
    }
  }
  return result;
}

size_t batch_of(double batch_id, size_t N) {
  if (!(batch_id >= 0 && batch_id < static_cast<double>(N)) || batch_id != std::floor(batch_id)) {
    throw InvalidInput("batch_id {} is no index below {}", batch_id, N);
  }
  return static_cast<size_t>(batch_id);
}

Values max_roi_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& rois = call.tensor("rois");
  const std::vector<int64_t> pooled_shape = call.ints("pooled_shape");
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 5 || pooled_shape.size() != 2) {
    throw InvalidInput("X {}, rois {} and {} pooled dimensions do not fit", to_string(X.shape()),
                       to_string(rois.shape()), pooled_shape.size());
  }
  const Shape pooled = to_shape(pooled_shape);
  const double spatial_scale = call.real("spatial_scale");
  const size_t C = X.dim(1), H = X.dim(2), W = X.dim(3);
  Reals Y = empty_array<double>({rois.dim(0), C, pooled[0], pooled[1]});
  if (Y.size() == 0) return {Tensor::of(X.dtype(), Y)};
  const Reals x = X.as<double>();
  const Reals regions = rois.as<double>();
  double* y = Y.data();
  for (size_t roi = 0; roi < rois.dim(0); ++roi) {
    const size_t n = batch_of(regions(roi, 0), X.dim(0));
    const auto along = [&](size_t axis, size_t bins, size_t size) {
      return bins_of(pixel(regions(roi, axis) * spatial_scale),
                     pixel(regions(roi, axis + 2) * spatial_scale), int64_t(bins), int64_t(size));
    };
    const std::vector<Range> rows = along(2, pooled[0], H);
    const std::vector<Range> columns = along(1, pooled[1], W);
    for (size_t c = 0; c < C; ++c) {
      const double* channel = x.data() + (n * C + c) * H * W;
      for (const Range& row : rows) {
        for (const Range& column : columns) *y++ = largest(channel, W, row, column);
      }
    }
  }
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("MaxRoiPool", max_roi_pool, {1, 22});

}  // namespace
}  // namespace etalon
