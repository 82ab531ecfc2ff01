// CropAndResize: Y[r, c, i, j] = X[batch_indices[r], c] at row y1 · (H − 1) + i · (y2 − y1) · (H −
// 1) / (crop_height − 1), where rois[r] = (y1, x1, y2, x2), and so at a column: interpolated among
// the four pixels about it, or the nearest; extrapolation_value outside the image.
//   1
// “Corner aligned”, and no formula. Measured of onnxruntime 1.32.0: a crop of one row has the
// middle of the region; halfway the nearest pixel is the greater; outside is below 0 or above H
// − 1.
#include "ops/com.microsoft/object_detection/crop_and_resize.h"

namespace etalon {
namespace {

Values crop_and_resize(const Call& call) {
  const Crops of(call);
  const Shape shape{of.batch_of.size(), of.X.dim(1), of.crop[0], of.crop[1]};
  const auto element = [&]<class R>(size_t r, size_t c, size_t i, size_t j) -> R {
    const R y = of.place<R>(r, 0, i), x = of.place<R>(r, 1, j);
    if (of.outside(y, 0) || of.outside(x, 1)) return R(of.extrapolation_value);
    return of.sampled(r, c, y, x,
                      [](const R& a, const R& b, const R& t) -> R { return (1 - t) * a + t * b; });
  };
  return {each_output(call.tensor("X").dtype(), shape, element)};
}

const Operator op("CropAndResize", crop_and_resize, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
