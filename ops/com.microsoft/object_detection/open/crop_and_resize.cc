// CropAndResize.
#include "ops/com.microsoft/object_detection/crop_and_resize.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Halfway between two pixels either is the nearest.
void open_halfway(Opening& open) {
  const Tensor& rois = open.call.tensor("rois");
  const auto moved = [&](double by) {
    const Reals ends = rois.as<double>() + by;
    return open.again({{"rois", Tensor::decided(DType::float64, ends)}});
  };
  constexpr double little = -0x1p-30;
  open.Y = either_of(open.Y, "nearest_tie", "greater", "lesser", [&] { return moved(little); });
}

// A region without a place; and sums in which an infinite pixel has a weight of 0, or meets
// another.
void open_crops(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  if (open.call.text("mode") == "nearest") open_halfway(open);
  open.Y = anything(open.Y, "nonfinite_roi", [&] {
    const Reals bad = xt::cast<double>(!xt::isfinite(open.call.tensor("rois").as<double>()));
    Reals of_roi = max_over(bad, {1});
    of_roi.reshape({of_roi.size(), 1, 1, 1});
    return broadcast_array(Bools(of_roi > 0.0), open.Y.shape());
  });
  if (xt::all(Bools(xt::isfinite(X.as<double>()))) || open.call.text("mode") == "nearest") return;
  open.Y = anything(open.Y, "infinite_pixel", [&] { return full(open.Y.shape(), true); });
}

const Open op("CropAndResize", open_crops);

}  // namespace
}  // namespace etalon
