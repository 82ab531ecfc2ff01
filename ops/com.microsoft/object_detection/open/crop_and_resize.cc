// CropAndResize.
#include "ops/com.microsoft/object_detection/crop_and_resize.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Halfway between two pixels either is the nearest. An end at 0 stays within the image.
void open_halfway(Opening& open) {
  const Tensor& rois = open.call.tensor("rois");
  const auto moved = [&](double by) {
    const Reals given = rois.as<double>();
    const Reals ends = xt::maximum(given + by, xt::minimum(given, 0.0));
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
  if (open.call.text("mode") == "nearest") return;
  const Reals x = xt::abs(X.as<double>());
  open.Y = step_or_exact(open.Y, "overflow", [&] {  // the difference of two pixels
    const double greatest = x.size() == 0 ? 0 : max_over(Reals(xt::flatten(x)), {0})(0);
    return full(open.Y.shape(), 2 * greatest);
  });
  if (xt::all(Bools(xt::isfinite(x)))) return;
  open.Y = anything(open.Y, "infinite_pixel", [&] { return full(open.Y.shape(), true); });
}

const Open op("CropAndResize", open_crops);

}  // namespace
}  // namespace etalon
