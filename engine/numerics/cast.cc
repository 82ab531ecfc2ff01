#include "engine/numerics/cast.h"

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdlib>

#include "engine/numerics/field.h"
#include "engine/numerics/texts.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

// Floats.

template <class Encode>
Tensor encoded(DType to, const Reals& values, Encode encode) {
  Tensor result = Tensor::zeros(to, values.shape());
  const std::span<uint8_t> slots = result.mutable_slots<uint8_t>();
  const double* value = values.data();
  for (size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<uint8_t>(encode(value[i]));
  return result;
}

template <class Format>
Tensor narrowed(DType to, const Reals& values, bool saturate) {
  return encoded(to, values, [=](double value) { return Format::encode(value, saturate); });
}

Tensor to_float4(const Reals& values, bool nan_is_zero) {
  const uint32_t negative_zero = Float4E2M1::sign_bit;
  return encoded(DType::float4e2m1, values, [=](double value) {
    return nan_is_zero && std::isnan(value) ? negative_zero : Float4E2M1::encode(value, true);
  });
}

// float32 cut off to bfloat16: the upper half of each element's bits.
Tensor truncated(const Tensor& input) {
  Tensor result = Tensor::zeros(DType::bfloat16, input.shape());
  const std::span<const uint32_t> whole = input.slots<uint32_t>();
  std::transform(whole.begin(), whole.end(), result.mutable_slots<uint16_t>().begin(),
                 [](uint32_t bits) { return static_cast<uint16_t>(bits >> 16); });
  return result;
}

Tensor to_float(const Reals& values, DType to, const CastOptions& options) {
  switch (to) {
    case DType::float8e4m3fn:
      return narrowed<Float8E4M3FN>(to, values, options.saturate);
    case DType::float8e4m3fnuz:
      return narrowed<Float8E4M3FNUZ>(to, values, options.saturate);
    case DType::float8e5m2:
      return narrowed<Float8E5M2>(to, values, options.saturate);
    case DType::float8e5m2fnuz:
      return narrowed<Float8E5M2FNUZ>(to, values, options.saturate);
    case DType::float8e8m0:
      return encoded(to, values, [&](double value) {
        return Float8E8M0::encode(value, options.round, options.saturate);
      });
    case DType::float4e2m1:
      return to_float4(values, options.wrap);
    default:
      return Tensor::decided(to, values);
  }
}

// Integers.

// A double that every float type narrower than double rounds as it would round `value`: the bits
// that do not fit into 53 are combined into one sticky bit.
double sticky(uint64_t value) {
  constexpr uint64_t lost = (uint64_t{1} << 11) - 1;
  if (value >> 53 == 0) return static_cast<double>(value);
  return static_cast<double>((value & ~lost) | ((value & lost) != 0 ? lost + 1 : 0));
}

Reals widened(const Tensor& input, DType to) {
  if (to == DType::float64 || bit_width(input.dtype()) < 64) return input.as<double>();
  Reals values = empty_array<double>(input.shape());
  const bool is_signed = is_signed_integer(input.dtype());
  const Naturals bits = input.as<uint64_t>();
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t word = bits.data()[i];
    const bool negative = is_signed && static_cast<int64_t>(word) < 0;
    values.data()[i] = negative ? -sticky(-word) : sticky(word);
  }
  return values;
}

// An integral value modulo 2^64; 0 for NaN and infinity.
int64_t modulo(double value) {
  if (!std::isfinite(value)) return 0;
  const auto magnitude = static_cast<uint64_t>(std::fmod(std::fabs(value), 0x1p64));
  return static_cast<int64_t>(value < 0 ? -magnitude : magnitude);
}

// An integral value, or the nearest end of the range of type `to`; 0 for NaN.
int64_t clamped(double value, DType to) {
  const double beyond = std::ldexp(1.0, bit_width(to) - (is_signed_integer(to) ? 1 : 0));
  if (value >= beyond) return highest(to);
  if (value < static_cast<double>(lowest(to))) return lowest(to);
  return modulo(value);
}

Tensor to_integer(const Reals& values, DType to, bool wrap) {
  // "Cast to a 4 bit type is done by rounding to the nearest-integer (with ties to even)", and so
  // for 2 bits.
  const bool to_nearest = bit_width(to) <= 4;
  Ints result = empty_array<int64_t>(values.shape());
  for (size_t i = 0; i < values.size(); ++i) {
    const double value = values.data()[i];
    const double whole = to_nearest ? std::nearbyint(value) : std::trunc(value);
    result.data()[i] = wrap ? modulo(whole) : clamped(whole, to);
  }
  return Tensor::decided(to, result);
}

// Strings.

// Reading numbers must not depend on the host program's locale.
locale_t c_locale() {
  static const locale_t made = newlocale(LC_ALL_MASK, "C", nullptr);
  return made;
}

// The decimal with the fewest digits that rounds to `value` in a type narrower than float32.
double shortest(DType type, double value) {
  for (int digits = 1; digits < 17; ++digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    const double decimal = strtod_l(text.c_str(), nullptr, c_locale());
    if (round_to(type, decimal) == value) return decimal;
  }
  return value;
}

template <class T>
std::string plain(T value) {
  char text[1200];  // the least double has 1074 places after the point
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  return std::string(text, end);
}

std::string real_text(DType type, double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-INF" : "INF";
  if (type == DType::float64 || std::trunc(value) == value) return plain(value);
  if (type == DType::float32) return plain(static_cast<float>(value));
  return plain(shortest(type, value));
}

Tensor as_text(const Tensor& input) {
  return numeric(input.dtype(), [&]<class T>() {
    const Array<T> values = input.as<T>();
    return texts_of(input.shape(), [&](size_t i) {
      if constexpr (std::is_same_v<T, double>) {
        return real_text(input.dtype(), values.data()[i]);
      } else {
        return std::to_string(values.data()[i]);
      }
    });
  });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// [+-] digits [. digits] [e [+-] digits], with a digit on one side of the point at least.
bool is_decimal(std::string_view text) {
  const auto sign = [&] {
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  };
  const auto digits = [&] {
    size_t count = 0;
    while (count < text.size() && is_digit(text[count])) ++count;
    text.remove_prefix(count);
    return count;
  };
  sign();
  size_t count = digits();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    count += digits();
  }
  if (count == 0) return false;
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  sign();
  return digits() > 0 && text.empty();
}

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

// The value of a literal, rounded once if `type` is float32 or double.
double parsed(const std::string& text, DType type) {
  if (is_decimal(text)) {
    return type == DType::float32 ? strtof_l(text.c_str(), nullptr, c_locale())
                                  : strtod_l(text.c_str(), nullptr, c_locale());
  }
  const std::string word = upper(text);
  if (word == "NAN") return std::numeric_limits<double>::quiet_NaN();
  if (word == "INF" || word == "+INF") return std::numeric_limits<double>::infinity();
  if (word == "-INF") return -std::numeric_limits<double>::infinity();
  throw Unspecified("the string {} is not a number", in_quotes(text));
}

// Integer literals of 64 bits are exact; other numbers are converted as doubles.
int64_t parsed_integer(const std::string& text, DType to, bool wrap) {
  const char* begin = text.data() + (text.starts_with('+') && is_decimal(text) ? 1 : 0);
  const char* end = text.data() + text.size();
  int64_t integer = 0;
  if (std::from_chars(begin, end, integer) == std::from_chars_result{end, {}}) return integer;
  uint64_t natural = 0;
  if (std::from_chars(begin, end, natural) == std::from_chars_result{end, {}}) {
    return static_cast<int64_t>(natural);
  }
  const double value = std::trunc(parsed(text, DType::float64));
  return wrap ? modulo(value) : clamped(value, to);
}

constexpr uint64_t work_per_text = 10 * work_per_step;

Tensor from_string(const Tensor& input, DType to, const CastOptions& options) {
  const std::span<const std::string> texts = input.slots<std::string>();
  if (is_integer(to)) {
    Ints integers = empty_array<int64_t>(input.shape());
    for (size_t i = 0; i < texts.size(); ++i) {
      count_work(work_per_text);
      integers.data()[i] = parsed_integer(texts[i], to, options.wrap);
    }
    return Tensor::of(to, integers);
  }
  Reals reals = empty_array<double>(input.shape());
  for (size_t i = 0; i < texts.size(); ++i) {
    count_work(work_per_text);
    reals.data()[i] = parsed(texts[i], to);
  }
  if (to == DType::boolean) return Tensor::of(to, xt::not_equal(reals, 0.0));
  return to_float(reals, to, options);
}

}  // namespace

Float8E8M0::Round e8m0_rounding(std::string_view round_mode) {
  if (round_mode == "up") return Float8E8M0::Round::up;
  if (round_mode == "down") return Float8E8M0::Round::down;
  if (round_mode == "nearest") return Float8E8M0::Round::nearest;
  throw InvalidInput("round_mode is {}; it may be up, down, nearest", in_quotes(round_mode));
}

namespace {

// The same real numbers.
Tensor cast_over_field(const Tensor& input, DType to, const CastOptions& options) {
  const Tensor elements = input.with_side(nullptr), result = [&] {
    const Setting digits(&Evaluation::field, nullptr);
    return cast(elements, to, options);
  }();
  const Reals before = elements.as<double>(), after = result.as<double>();
  Ints numbers =
      residues_of(input).size() != 0 ? residues_of(input) : full<int64_t>(input.shape(), 0);
  for (size_t i = 0; i < before.size(); ++i) {
    const double exact = before.data()[i];
    const bool is_rounded = after.data()[i] != exact && std::isfinite(exact);
    if (numbers.data()[i] != 0 || !is_rounded) continue;
    Residue residue = residue_of(exact);
    residue.value = exact;
    numbers.data()[i] = evaluation().field->add(residue) + 1;
  }
  return with_residues(result, numbers, varies(input));
}

}  // namespace

Tensor cast(const Tensor& input, DType to, const CastOptions& options) {
  const Setting own(&Evaluation::rounding, nullptr);  // the specification says how to round
  const DType from = input.dtype();
  if (from == to) return input;
  if (evaluation().field && is_float(from) && is_float(to)) {
    return cast_over_field(input, to, options);
  }
  if (is_float(to) && residues_of(input).size() != 0) {
    return with_residues(cast(input.with_side(nullptr), to, options), residues_of(input),
                         varies(input));
  }
  if (to == DType::string) return as_text(input);
  if (from == DType::string) return from_string(input, to, options);
  if (to == DType::boolean) return Tensor::of(to, input.as<bool>());
  if (from == DType::float32 && to == DType::bfloat16 && options.truncate_bfloat16) {
    return truncated(input);
  }
  if (is_float(to)) {
    return to_float(is_float(from) ? input.as<double>() : widened(input, to), to, options);
  }
  if (is_float(from)) return to_integer(input.as<double>(), to, options.wrap);
  return Tensor::of(to, input.as<int64_t>());
}

}  // namespace etalon
