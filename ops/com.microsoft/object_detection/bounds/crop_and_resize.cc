// CropAndResize with the difference of two pixels added to the first; and places as y1 · (H − 1)
// with steps added.
#include "ops/com.microsoft/object_detection/crop_and_resize.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon {
namespace {

ArbBall either_lerp(const ArbBall& a, const ArbBall& b, const ArbBall& t) {
  return hull((1 - t) * a + t * b, a + (b - a) * t);
}

ArbBall either_place(const Crops& of, size_t roi, size_t axis, size_t i) {
  const ArbBall place = of.place<ArbBall>(roi, axis, i);
  if (of.crop[axis] == 1) return place;
  const ArbBall from = of.rois.at<ArbBall>(roi, axis), to = of.rois.at<ArbBall>(roi, axis + 2);
  const double last = double(of.image[axis]) - 1;
  const ArbBall step = (to - from) * last / double(of.crop[axis] - 1);
  return hull(place, from * last + double(i) * step);
}

std::optional<Values> bounded_crops(const Call& call) {
  const Crops of(call);
  const Shape shape{of.batch_of.size(), of.X.dim(1), of.crop[0], of.crop[1]};
  Array<ArbBall> Y = empty_array<ArbBall>(shape);
  size_t next = 0;
  each_index(shape, [&](const Shape& at) {
    Y.data()[next++] = over_paths_or_unknown([&]() -> ArbBall {
      const ArbBall y = either_place(of, at[0], 0, at[2]), x = either_place(of, at[0], 1, at[3]);
      if (of.outside(y, 0) || of.outside(x, 1)) return ArbBall(of.extrapolation_value);
      return of.sampled(at[0], at[1], y, x, either_lerp);
    });
  });
  return Values{rounded(call.tensor("X").dtype(), Y)};
}

const Bounds op("CropAndResize", bounded_crops);

}  // namespace
}  // namespace etalon
