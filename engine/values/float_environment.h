// The floating-point environment that evaluation needs: rounding to nearest, no trap, subnormal
// numbers kept.
#pragma once

#include <cfenv>

namespace etalon {

// Sets that environment for this thread, and restores the caller's when it goes.
class FloatEnvironment {
 public:
  FloatEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved_); }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  std::fenv_t saved_;
};

}  // namespace etalon
