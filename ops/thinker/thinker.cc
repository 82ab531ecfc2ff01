#include "ops/thinker/thinker.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded_once.h"
#include "engine/values/evaluation.h"

namespace etalon::thinker {
namespace {

// A scale under the mode of platform_quant or quant_type.
double in_force(const Call& call, double scale, std::string_view name) {
  const std::string_view mode = spelling(call, "platform_quant", "quant_type");
  const std::string word = mode.empty() ? "normal_quant" : call.text(mode);
  if (word == "normal_quant" || word == "qmax_quant" || word == "luna_quant") {
    if (scale > 0 && std::isfinite(scale)) return scale;
    throw InvalidInput("{} is {}, not a positive number", name, scale);
  }
  const double exponent = std::trunc(scale);
  if (exponent >= 0 && exponent <= 30) return std::ldexp(1.0, static_cast<int>(exponent));
  throw InvalidInput("{} is {}, which {} '{}' takes for an exponent of 0 to 30", name, scale, mode,
                     word);
}

DType integer_of(int64_t bits) {
  if (bits == 8) return DType::int8;
  if (bits == 16) return DType::int16;
  if (bits == 32) return DType::int32;
  throw Unsupported("o_bits is {}, not 8, 16 or 32", bits);
}

}  // namespace

double round_half_up(double v) {
  const double below = std::floor(v);
  return v - below >= 0.5 ? below + 1 : below;
}

namespace {

// ⌊f(x…) + ½⌋. A whole number is decided by its own rounding, whatever the type.
template <class F, class... X>
double half_up(F f, X... x) {
  const Setting own(&Evaluation::rounding, nullptr);  // the specification says how to round
  const auto rounded = [&](const auto&... y) {
    const auto v = f(y...);
    return real::floor(v + 0.5);
  };
  return correctly_rounded(DType::float32, rounded, x...);
}

}  // namespace

double rounded(double value, double numerator, double denominator) {
  return half_up([](const auto& v, const auto& n, const auto& d) { return v * n / d; }, value,
                 numerator, denominator);
}

Reals rounded(const Reals& values, double numerator, double denominator) {
  return by_element(values, [&](double v) { return rounded(v, numerator, denominator); });
}

double rounded_sum(double value, double unit, double other, double other_unit, double numerator) {
  // Over one denominator, so that a tie is one.
  const auto f = [](const auto& v, const auto& u, const auto& w, const auto& t, const auto& n) {
    return (v * t + w * u) * n / (u * t);
  };
  return half_up(f, value, unit, other, other_unit, numerator);
}

Tensor saturated(DType type, const Reals& values) {
  const auto least = static_cast<double>(lowest(type));
  const auto most = static_cast<double>(highest(type));
  const Ints whole = by_element(values, [&](double v) {
    return std::isnan(v) ? 0 : std::clamp(round_half_up(v), least, most);
  });
  return Tensor::of(type, whole);
}

Tensor rescaled(const Reals& accumulator, double numerator, double denominator) {
  return sat8(rounded(accumulator, numerator, denominator));
}

Tensor dequantized(const Reals& accumulator, double denominator) {
  return by_position(DType::float32, accumulator.shape(), [&]<class R>(size_t i) -> R {
    return R(accumulator.data()[i]) / R(denominator);
  });
}

double scale_attribute(const Call& call, std::string_view attribute) {
  return in_force(call, call.real(attribute), attribute);
}

double scale_input(const Call& call, std::string_view input) {
  const Tensor& scale = call.tensor(input);
  if (scale.size() != 1) {
    throw InvalidInput("{} has the shape {} where one scale is needed", input,
                       to_string(scale.shape()));
  }
  return in_force(call, scale.item<double>(), input);
}

void check_data_bits(const Call& call) {
  const int64_t data_bits = call.integer("data_bits");
  if (data_bits != 8) throw InvalidInput("data_bits is {}; it must be 8", data_bits);
}

Tensor at_output_scale(const Call& call, const Reals& accumulator, double scale) {
  const bool bits = given(call, "o_bits");
  if (!bits && !given(call, "scale_o")) return dequantized(accumulator, scale);
  const DType type = integer_of(bits ? call.integer("o_bits") : 8);
  return saturated(type, rounded(accumulator, scale_attribute(call, "scale_o"), scale));
}

bool given(const Call& call, std::string_view attribute) {
  return call.schema().attribute(attribute) && call.has(attribute);
}

std::string_view spelling(const Call& call, std::string_view one, std::string_view other) {
  if (!given(call, other)) return given(call, one) ? one : std::string_view();
  if (given(call, one)) {
    throw InvalidInput(
        "attributes {} and {} are two spellings of one attribute, and both are given", one, other);
  }
  return other;
}

std::string_view required_spelling(const Call& call, std::string_view one, std::string_view other) {
  const std::string_view name = spelling(call, one, other);
  if (name.empty()) throw InvalidInput("attribute {} is missing", one);
  return name;
}

}  // namespace etalon::thinker
