// Arithmetic that a runtime declares in addition to that of the model's types.
#pragma once

#include <string>
#include <vector>

namespace etalon {

struct Arithmetic {
  // Sums of products of float32 numbers, as matrix units compute them: each factor is rounded, to
  // the nearest or towards 0, to a significand with this many bits after the leading one; the
  // products are added in float32.
  bool tf32 = false;      // 10
  bool bf16 = false;      // 7
  bool f16 = false;       // 10, within float16's range
  bool f16_sums = false;  // as f16, and the sums are kept in float16
  // Subnormal inputs and results of nodes may be 0.
  bool flush = false;
  // exp, tanh, erf, the sigmoid, 1/x and 1/√x of float32 numbers are within 2^-20 of the result.
  bool approximate = false;
  // Integers are rescaled by a multiplier of 31 bits, and ties go away from 0.
  bool fixed_point = false;

  bool any() const { return *this != Arithmetic(); }
  bool operator==(const Arithmetic&) const = default;
};

// "tf32", "bf16", "f16", "f16-sums", "flush", "approximate", "fixed-point", in this order.
const std::vector<std::string>& arithmetic_names();
std::vector<std::string> names_of(const Arithmetic& arithmetic);
// Each word is a name, or several names with commas between them. Throws InvalidInput for an
// unknown name.
Arithmetic arithmetic_named(const std::vector<std::string>& words);
// "tf32, flush".
std::string to_string(const Arithmetic& arithmetic);
// All that `a` or `b` declares.
Arithmetic joined(const Arithmetic& a, const Arithmetic& b);

}  // namespace etalon
