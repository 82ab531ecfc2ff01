// MaxRoiPool row by row of each bin, and without the positions that only open/ asks for.
#include "ops/ai.onnx/object_detection/max_roi_pool.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// The greatest pixel of a channel of this width in some rows and columns, 0 if there is none.
double greatest(const double* channel, size_t width, PixelRange rows, PixelRange columns) {
  if (rows.size() * columns.size() == 0) return 0;
  count_work(work_per_step * rows.size() * columns.size());
  double result = -std::numeric_limits<double>::infinity();
  for (size_t h = rows.start; h < rows.end; ++h) {
    for (size_t w = columns.start; w < columns.end; ++w) {
      result = maximum(result, channel[h * width + w]);
    }
  }
  return result;
}

std::optional<Values> max_roi_pool(const Call& call) {
  if (evaluation().choices) return std::nullopt;
  const Tensor& X = call.tensor("X");
  const std::vector<PooledRegion> regions = regions_of(call);
  const Shape pooled_shape = to_shape(call.ints("pooled_shape"));
  const size_t C = X.dim(1), H = X.dim(2), W = X.dim(3);
  Reals Y = empty_array<double>({call.tensor("rois").dim(0), C, pooled_shape[0], pooled_shape[1]});
  const Reals x = X.as<double>();
  double* y = Y.data();
  for (const auto& [n, rows, columns] : regions) {
    for (size_t c = 0; c < C; ++c) {
      const double* const channel = x.data() + (n * C + c) * H * W;
      for (const PixelRange& of_rows : rows) {
        for (const PixelRange& of_columns : columns) {
          *y++ = greatest(channel, W, of_rows, of_columns);
        }
      }
    }
  }
  return Values{Tensor::decided(X.dtype(), Y)};
}

const Quick op("MaxRoiPool", max_roi_pool);

}  // namespace
}  // namespace etalon
