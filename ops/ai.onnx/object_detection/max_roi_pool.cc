// MaxRoiPool: the maximum of each of pooled_shape bins of each region; 0 for a bin outside X.
// As in Fast R-CNN (Girshick, 2015): scaled corners are rounded to the nearest pixel, ties away
// from 0, and belong to the region, which is at least 1 × 1; bin b of n covers the pixels from
// ⌊b · size / n⌋ to ⌈(b + 1) · size / n⌉, the last not included.
//   1, 22   22: bfloat16
#include "ops/ai.onnx/object_detection/max_roi_pool.h"

namespace etalon {
namespace {

// The pixel nearest to coordinate · scale, ties away from 0.
int64_t pixel(double coordinate, double scale) {
  if (!(std::fabs(coordinate * scale) < 1e9)) {
    throw InvalidInput("a region reaches to {}", coordinate * scale);
  }
  const int64_t distance = exactly([&]<class R>() -> int64_t {
    return to_integer(real::floor(real::abs(R(coordinate) * R(scale)) + R(0.5)));
  });
  return coordinate * scale < 0 ? -distance : distance;
}

// The bins along one axis, of `size` pixels, of a region from first to last.
std::vector<PixelRange> bins_of(int64_t first, int64_t last, size_t bins, size_t size) {
  const int64_t length = std::max<int64_t>(last - first + 1, 1);
  const auto within = [&](int64_t at) { return size_t(std::clamp<int64_t>(at, 0, int64_t(size))); };
  std::vector<PixelRange> ranges;
  for (int64_t b = 0, n = int64_t(bins); b < n; ++b) {
    const int64_t floor = b * length / n, ceiling = ((b + 1) * length + n - 1) / n;
    ranges.push_back({within(first + floor), within(first + ceiling)});
  }
  return ranges;
}

size_t batch_of(double batch_id, size_t N) {
  const auto refusal = [&] {
    return InvalidInput("batch_id {} is not an index below {}", batch_id, N);
  };
  if (!(batch_id >= 0 && batch_id < double(N))) throw refusal().at("index");
  if (batch_id != std::floor(batch_id)) throw refusal();
  return size_t(batch_id);
}

// The position of the greatest pixel of X[n, c] in some rows and columns, the first of equals and
// of NaNs; -1 where there are none.
int64_t greatest(const Reader& X, size_t n, size_t c, PixelRange rows, PixelRange columns) {
  int64_t best = -1;
  each_index({rows.size(), columns.size()}, [&](const Shape& at) {
    const size_t h = rows.start + at[0], w = columns.start + at[1];
    const size_t position = ((n * X.dim(1) + c) * X.dim(2) + h) * X.dim(3) + w;
    const double b = X.at<double>(position), a = best < 0 ? b : X.at<double>(size_t(best));
    if (best < 0 || b > a || (b != b && a == a)) best = int64_t(position);
  });
  return best;
}

// Y, and for open/ where in X its elements stand.
Values max_roi_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<PooledRegion> regions = regions_of(call);
  const Shape pooled_shape = to_shape(call.ints("pooled_shape"));
  const Reader x(X);
  Ints places = empty_array<int64_t>(
      {call.tensor("rois").dim(0), X.dim(1), pooled_shape[0], pooled_shape[1]});
  each_index(places.shape(), [&](const Shape& at) {
    const auto& [n, rows, columns] = regions[at[0]];
    places[at] = greatest(x, n, at[1], rows[at[2]], columns[at[3]]);
  });
  return {take(X, places), Tensor::of(DType::int64, places)};
}

const Operator op("MaxRoiPool", max_roi_pool, {1, 22});

}  // namespace

std::vector<PooledRegion> regions_of(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& rois = call.tensor("rois");
  const Shape pooled_shape = to_shape(call.ints("pooled_shape"));
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 5 || pooled_shape.size() != 2) {
    throw InvalidInput("X {}, rois {} and {} pooled dimensions do not fit", to_string(X.shape()),
                       to_string(rois.shape()), pooled_shape.size());
  }
  if (element_count(pooled_shape) == 0) {
    throw InvalidInput("pooled_shape {} has a dimension of 0", to_string(pooled_shape));
  }
  const double spatial_scale = spatial_scale_of(call);
  const Reals region = rois.as<double>();  // [batch_id, x1, y1, x2, y2]
  std::vector<PooledRegion> regions;
  const size_t outputs = element_count({rois.dim(0), X.dim(1), pooled_shape[0], pooled_shape[1]});
  if (outputs == 0) return regions;
  require_memory(outputs * sizeof(double));
  for (size_t roi = 0; roi < rois.dim(0); ++roi) {
    const auto corner = [&](size_t i) { return pixel(region(roi, i), spatial_scale); };
    const size_t n = batch_of(region(roi, 0), X.dim(0));
    regions.push_back({n, bins_of(corner(2), corner(4), pooled_shape[0], X.dim(2)),
                       bins_of(corner(1), corner(3), pooled_shape[1], X.dim(3))});
  }
  return regions;
}

}  // namespace etalon
