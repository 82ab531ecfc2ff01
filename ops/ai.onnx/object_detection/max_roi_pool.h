// MaxRoiPool: the bins of its regions.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/object_detection/spatial_scale.h"

namespace etalon {

// The pixels [start, end) along one axis.
struct PixelRange {
  size_t start, end;
  size_t size() const { return end > start ? end - start : 0; }
};

struct PooledRegion {
  size_t n;                               // the image
  std::vector<PixelRange> rows, columns;  // of the bins
};
// In max_roi_pool.cc. Throws InvalidInput where the inputs do not fit.
std::vector<PooledRegion> regions_of(const Call& call);

}  // namespace etalon
