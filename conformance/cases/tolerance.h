// How far apart two floats may be and still match.
#pragma once

#include <cstdint>
#include <optional>

namespace etalon {

// |actual - expected| <= atol + rtol * |expected|, with ONNX's own defaults.
struct Tolerance {
  // What rtol is relative to. The official rule rejects small errors of elements near zero, which a
  // sum of large terms has in every floating-point evaluation; the scaled rule accepts them.
  enum class Rule {
    official,  // the expected element
    scaled,    // the largest finite magnitude of the expected tensor
  };

  double rtol = 1e-3;
  double atol = 1e-7;
  std::optional<uint64_t> max_ulp;  // if set, a greater ULP distance is also a mismatch
  Rule rule = Rule::official;
};

}  // namespace etalon
