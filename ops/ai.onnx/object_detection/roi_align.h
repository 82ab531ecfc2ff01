// RoiAlign: its attributes and inputs.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/object_detection/spatial_scale.h"

namespace etalon {

struct RoiSampling {
  bool half_pixel;
  double spatial_scale;
  int64_t sampling_ratio;
  bool max;

  double shift() const { return half_pixel ? 0.5 : 0; }
};

inline RoiSampling roi_sampling_of(const Call& call) {
  const bool max = call.choice<bool>("mode", {{"avg", false}, {"max", true}});
  const int64_t sampling_ratio = call.integer("sampling_ratio");
  if (sampling_ratio < 0) throw InvalidInput("sampling_ratio {} is negative", sampling_ratio);
  const bool half_pixel = call.since_version() >= 16 &&
                          call.choice<bool>("coordinate_transformation_mode",
                                            {{"half_pixel", true}, {"output_half_pixel", false}});
  return {half_pixel, spatial_scale_of(call), sampling_ratio, max};
}

// A point along one axis lies between two pixels, which have these weights: in parts, of which
// `whole` are 1, so that no place is divided, and those on a pixel are exact.
template <class R>
struct RoiPoint {
  size_t low = 0, high = 0;
  R low_weight{0}, high_weight{0};
};
template <class R>
struct RoiPoints {
  std::vector<RoiPoint<R>, BudgetAllocator<RoiPoint<R>>> points;
  double whole = 1;
};

}  // namespace etalon
