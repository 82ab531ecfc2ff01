// How far apart two floats may be and still match.
#pragma once

#include <cstdint>
#include <optional>

namespace etalon {

// |actual - expected| <= atol + rtol * |expected|, with ONNX's own defaults.
struct Tolerance {
  double rtol = 1e-3;
  double atol = 1e-7;
  std::optional<uint64_t> max_ulp;  // if set, a greater ULP distance is also a mismatch
};

}  // namespace etalon
