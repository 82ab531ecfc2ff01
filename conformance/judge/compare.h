// Comparing two values: the official rule, and ULP distances.
//
// The official rule: type and shape strictly; floats by |actual − expected| ≤ atol +
// rtol·|expected| with NaNs and infinities in the same places; complex numbers part by part;
// integers, bools and strings exactly; sequences, optionals, maps and sparse tensors element by
// element.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases/tolerance.h"
#include "engine/values/utf8.h"
#include "engine/values/value.h"

namespace etalon {

// What differs. `count` is the number of outputs, of elements of a sequence or of keys of a map;
// `accepted` is an answer where a refusal is required.
enum class Mismatch { none, values, shape, type, count, accepted };
std::string_view to_string(Mismatch kind);

struct RuleResult {
  Mismatch kind = Mismatch::none;
  // The greatest differences between finite floats, matching or not. max_ulp counts in the value's
  // own type; max_rel is |actual − expected| / |expected| where expected is not zero.
  uint64_t max_ulp = 0;
  double max_abs = 0;
  double max_rel = 0;
  // The first place that differs ("[2, 0]", "item 3 [1]"), the actual and the expected value there.
  std::string where;
  std::string got;
  std::string expected;
  std::string message;  // one sentence; empty on a pass

  bool pass() const { return kind == Mismatch::none; }
};

// The whole rule for any pair of values.
RuleResult compare(const Value& actual, const Value& expected, const Tolerance& tolerance = {});

// Counts, types, shapes and keys alone.
RuleResult compare_structure(const Value& actual, const Value& expected);

// The parts of the rule, for tensors of equal type and shape.
RuleResult compare_exact(const Tensor& actual, const Tensor& expected);
RuleResult compare_floats(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance);
RuleResult compare_complex(const Tensor& actual, const Tensor& expected,
                           const Tolerance& tolerance);

// The largest finite magnitude of the numbers; 0 if there is none.
double largest_magnitude(const Reals& numbers);
double largest_magnitude(const Complexes& numbers);  // of their real and imaginary parts
// The tolerance for each element of a tensor with this largest magnitude, as the official rule has
// it.
Tolerance for_magnitude(const Tolerance& tolerance, double largest);
// The same for the elements of an expected tensor; only the scaled rule looks at them.
Tolerance for_elements(const Tolerance& tolerance, const Tensor& expected);

// True when two floats match: NaN with NaN, an infinity with the same infinity, finite numbers
// within the tolerance.
inline bool matches(double actual, double expected, const Tolerance& tolerance) {
  if (std::isnan(actual) || std::isnan(expected)) {
    return std::isnan(actual) && std::isnan(expected);
  }
  if (std::isinf(actual) || std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= tolerance.atol + tolerance.rtol * std::abs(expected);
}

// The number of steps between two finite floats, from their bit patterns in a sign-and-magnitude
// format of `bits` bits (float64: 64). The distance of −0 and +0 is 0.
inline uint64_t ulp_steps(uint64_t a, uint64_t b, int bits) {
  const uint64_t sign = uint64_t{1} << (bits - 1);
  const uint64_t magnitude_a = a & (sign - 1);
  const uint64_t magnitude_b = b & (sign - 1);
  if ((a & sign) != (b & sign)) return magnitude_a + magnitude_b;
  return magnitude_a > magnitude_b ? magnitude_a - magnitude_b : magnitude_b - magnitude_a;
}

// The distances between the finite elements of float tensors of one type, which outlive this.
class UlpDistances {
 public:
  UlpDistances(const Tensor& a, const Tensor& b);

  uint64_t operator[](size_t index) const {
    const uint64_t x = pattern(a_, index), y = pattern(b_, index);
    // float8e8m0 has no sign bit, so its bit pattern is its position already.
    if (type_ == DType::float8e8m0) return x > y ? x - y : y - x;
    return ulp_steps(x, y, bits_);
  }

 private:
  template <class W>
  static uint64_t word_at(const std::byte* slots, size_t index) {
    W bits = 0;
    std::memcpy(&bits, slots + index * sizeof(W), sizeof(W));
    return bits;
  }

  uint64_t pattern(const std::byte* slots, size_t index) const {
    switch (width_) {
      case 1:
        return word_at<uint8_t>(slots, index);
      case 2:
        return word_at<uint16_t>(slots, index);
      case 4:
        return word_at<uint32_t>(slots, index);
      default:
        return word_at<uint64_t>(slots, index);
    }
  }

  DType type_;
  int bits_;      // of an element
  size_t width_;  // of a slot, in bytes
  const std::byte *a_, *b_;
};
// The same between the real or the imaginary parts of two numbers of a complex type.
uint64_t ulp_distance(DType complex_type, double a, double b);

// "[2, 0]": the coordinates of a row-major position.
std::string place_text(size_t index, const Shape& shape);
// The shortest decimal that reads back as the element of a float type itself.
std::string element_text(DType float_type, double value);

// The text of an element that is compared exactly: an integer, a bool ("true"), a string in quotes.
template <class T>
std::string exact_text(DType type, const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return fmt::format("\"{}\"", printable(value));
  } else {
    return type == DType::boolean ? (value != 0 ? "true" : "false") : fmt::format("{}", value);
  }
}

// A key of an expected map: its text ("key \"cat\""), and where it is among the keys of the actual
// map; nothing if it is missing.
struct MatchedKey {
  std::string text;
  std::optional<size_t> position;
};
// One for each key of `expected`, in its order. The maps' keys have one type.
std::vector<MatchedKey> matched_keys(const Map& actual, const Map& expected);

// Puts `where` ("item 2") in front of the place and the message of a part's verdict.
RuleResult placed(const std::string& where, RuleResult part);
// Merges the verdict of one part (one output, one item) into that of the whole, which has the first
// difference of types, shapes and counts, or where there is none the first of values.
void merge(RuleResult& whole, const RuleResult& part);

}  // namespace etalon
