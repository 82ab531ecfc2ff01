// The bins of RelativePositionBias.
#pragma once

#include "engine/formula.h"

namespace etalon {

// Which of num_buckets bins a key at j = i + distance is in, for a query at i.
struct Bins {
  explicit Bins(const Call& call);
  size_t of(int64_t distance) const;
  // How far a key is, which alone counts: without is_bidirectional, later keys are at 0.
  int64_t far(int64_t distance) const;
  // Whether a bin is of one distance alone.
  bool is_near(int64_t distance) const { return far(distance) < near; }

  bool is_bidirectional;
  int64_t one_way, near, max_distance;  // bins of one direction, and of its single distances
};

}  // namespace etalon
