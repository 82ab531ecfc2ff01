#include "ops/com.microsoft/object_detection/crop_and_resize.h"

namespace etalon {
namespace {

std::vector<size_t> crop_size_of(const Call& call) {
  const Tensor& crop_size = call.tensor("crop_size");
  require_shape("crop_size", crop_size, {2});
  std::vector<size_t> crop;
  for (const int64_t size : crop_size.ints()) {
    if (size < 1) throw InvalidInput("crop_size has {}", size);
    crop.push_back(size_t(size));
  }
  return crop;
}

// A region whose corners are infinite or NaN is left open: a number stands for it.
Tensor finite(const Tensor& rois) {
  const Reals ends = rois.as<double>();
  if (xt::all(Bools(xt::isfinite(ends)))) return rois;
  return Tensor::decided(rois.dtype(), by_element(ends, [](double end) {
                           if (std::isfinite(end)) return end;
                           return undefined(0.0, "rois has {}, which is not a coordinate", end);
                         }));
}

}  // namespace

Crops::Crops(const Call& call)
    : nearest(call.choice<bool>("mode", {{"bilinear", false}, {"nearest", true}})),
      extrapolation_value(call.real("extrapolation_value")),
      crop(crop_size_of(call)),
      X(call.tensor("X")),
      rois(finite(call.tensor("rois"))) {
  const Tensor& batch_indices = call.tensor("batch_indices");
  require_rank("X", call.tensor("X"), 4);
  require_rank("batch_indices", batch_indices, 1);
  require_shape("rois", call.tensor("rois"), {batch_indices.size(), 4});
  image = {X.dim(2), X.dim(3)};
  if (image[0] == 0 || image[1] == 0) throw InvalidInput("the images of X are empty");
  for (const int64_t index : batch_indices.ints()) {
    if (index < 0 || index >= int64_t(X.dim(0))) {
      throw InvalidInput("batch index {} is outside [0, {}]", index, int64_t(X.dim(0)) - 1)
          .at("index");
    }
    batch_of.push_back(size_t(index));
  }
}

}  // namespace etalon
