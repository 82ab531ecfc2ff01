// What the operators on regions share: the pixels that they read.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// X[n, c], for X of the shape [N, C, H, W]. X must outlive it.
class Channel {
 public:
  Channel(const Reals& X, size_t n, size_t c)
      : W_(X.shape()[3]), pixels_(X.data() + (n * X.shape()[1] + c) * X.shape()[2] * W_) {}
  double operator()(size_t h, size_t w) const { return pixels_[h * W_ + w]; }

 private:
  size_t W_;
  const double* pixels_;
};

}  // namespace etalon
