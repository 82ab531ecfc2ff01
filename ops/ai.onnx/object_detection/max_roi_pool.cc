// MaxRoiPool: the maximum of each of pooled_shape bins of each region; 0 for a bin outside X.
// As in Fast R-CNN (Girshick, 2015): scaled corners are rounded to the nearest pixel, ties away
// from 0, and belong to the region, which is at least 1 × 1; bin b of n covers the pixels from
// ⌊b · size / n⌋ to ⌈(b + 1) · size / n⌉, the last not included.
//   1, 22   22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

// The pixels [start, end) along one axis.
struct Range {
  size_t start, end;
  size_t size() const { return end > start ? end - start : 0; }
};

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

// The position of the greatest of X[n, c] in some rows and columns, the first of equals and of
// NaNs; -1 where there are none.
int64_t greatest(const Reader& X, size_t n, size_t c, Range rows, Range columns) {
  int64_t best = -1;
  const size_t channel = (n * X.dim(1) + c) * X.dim(2);
  each_index({rows.size(), columns.size()}, [&](const Shape& at) {
    const size_t position = (channel + rows.start + at[0]) * X.dim(3) + columns.start + at[1];
    const double b = X.at<double>(position), a = best < 0 ? b : X.at<double>(size_t(best));
    if (best < 0 || b > a || (b != b && a == a)) best = int64_t(position);
  });
  return best;
}

size_t batch_of(double batch_id, size_t N) {
  const auto refusal = [&] {
    return InvalidInput("batch_id {} is not an index below {}", batch_id, N);
  };
  if (!(batch_id >= 0 && batch_id < double(N))) throw refusal().at("index");
  if (batch_id != std::floor(batch_id)) throw refusal();
  return size_t(batch_id);
}

// Y, and for open/ where in X its elements stand.
Values max_roi_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& rois = call.tensor("rois");
  const Shape pooled_shape = to_shape(call.ints("pooled_shape"));
  if (X.rank() != 4 || rois.rank() != 2 || rois.dim(1) != 5 || pooled_shape.size() != 2) {
    throw InvalidInput("X {}, rois {} and {} pooled dimensions do not fit", to_string(X.shape()),
                       to_string(rois.shape()), pooled_shape.size());
  }
  const size_t C = X.dim(1), height = pooled_shape[0], width = pooled_shape[1];
  Ints places = empty_array<int64_t>({rois.dim(0), C, height, width});
  const Reader x(X);
  const Reals region = rois.as<double>();  // [batch_id, x1, y1, x2, y2]
  for (size_t roi = 0; roi < rois.dim(0) && places.size() > 0; ++roi) {
    const size_t n = batch_of(region(roi, 0), X.dim(0));
    const auto corner = [&](size_t i) { return pixel(region(roi, i), call.real("spatial_scale")); };
    const std::vector<Range> rows = bins_of(corner(2), corner(4), height, X.dim(2));
    const std::vector<Range> columns = bins_of(corner(1), corner(3), width, X.dim(3));
    each_index({C, height, width}, [&](const Shape& at) {
      places(roi, at[0], at[1], at[2]) = greatest(x, n, at[0], rows[at[1]], columns[at[2]]);
    });
  }
  return {take(X, places), Tensor::of(DType::int64, places)};
}

const Operator op("MaxRoiPool", max_roi_pool, {1, 22});

}  // namespace
}  // namespace etalon
