// Cast and CastLike.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/number_texts.h"
#include "ops/ai.onnx/tensor/converted.h"

namespace etalon {
namespace {

// Whether a number is outside the range of an integer type.
Bools outside(const Reals& x, DType type) {
  const bool is_signed = is_signed_integer(type);
  const double beyond = std::ldexp(1.0, bit_width(type) - (is_signed ? 1 : 0));
  const Reals whole = bit_width(type) <= 4 ? Reals(xt::rint(x)) : Reals(xt::trunc(x));
  return Bools(xt::isfinite(x) && (whole >= beyond || whole < (is_signed ? -beyond : 0.0)));
}

// A string that is not a number is open; so is a number in a string that exceeds an integer type.
Tensor open_texts(const Tensor& output, const Tensor& input) {
  const Numbers numbers = numbers_of(input);
  Tensor Y = output;
  if (is_integer(Y.dtype())) {
    const Reals x = cast(numbers.texts, DType::float64).as<double>();
    Y = no_result(Y, "string_to_integer",
                  [&] { return Bools(outside(x, Y.dtype()) || !xt::isfinite(x)); });
  }
  return no_result(Y, "no_number", [&] { return numbers.replaced; });
}

// Floats out of an integer type's range.
Tensor open_integers(const Tensor& Y, const Tensor& input, bool early) {
  const Reals x = input.as<double>();
  const std::string suffix = early ? "_early" : "";
  Tensor result = no_result(Y, "nan_to_integer" + suffix, [&] { return nans(input); });
  result = no_result(result, "infinity_to_integer" + suffix, [&] { return Bools(xt::isinf(x)); });
  return no_result(result, "float_to_integer" + suffix, [&] { return outside(x, Y.dtype()); });
}

// float4 has no NaN: ONNX's page of the type has 6, its test data since version 24 have −0.
Tensor open_float4(const Tensor& Y, const Tensor& input) {
  return choice(Y, "nan_to_float4", [&] { return nans(input); }, "negative_zero",
                {{"greatest", [&] { return scalar(Y.dtype(), 6.0); }}});
}

// float8e8m0 has neither 0 nor a sign.
Tensor open_powers(const Tensor& Y, const Tensor& input) {
  return no_result(Y, "negative_to_e8m0", [&] {
    return Bools(
        by_element(input.as<double>(), [](double x) { return std::signbit(x) && !std::isnan(x); }));
  });
}

// A number exactly as it is, or NaN where a double does not hold it: half of a float's last digit
// has no bits beyond a double's.
Reals exactly_held(const Tensor& input) {
  Reals x = input.as<double>();
  if (!is_integer(input.dtype())) return x;
  numeric(input.dtype(), [&]<class T>() {
    constexpr double end = std::is_unsigned_v<T> ? 0x1p64 : 0x1p63;
    const Array<T> integers = input.as<T>();
    for (size_t i = 0; i < x.size(); ++i) {
      const bool held = x.data()[i] < end && T(x.data()[i]) == integers.data()[i];
      if (!held) x.data()[i] = std::nan("");
    }
  });
  return x;
}

void open_cast(Opening& open) {
  const Tensor& input = open.call.tensor("input");
  const DType from = input.dtype(), to = open.Y.dtype();
  if (from == to || is_complex(from)) return;
  if (from == DType::string) {
    open.Y = open_texts(open.Y, input);
  } else if (to == DType::string) {
    open.Y = open_number_texts(open.Y, input, Exponents::none,
                               [&] { return full(input.shape(), true); });
  } else if (to == DType::float32 || to == DType::float16) {
    open.Y = either_neighbour(open.Y, "ties", [&] { return exactly_held(input); });
  } else if (to == DType::float4e2m1 && is_float(from) && open.call.since_version() >= 24) {
    open.Y = open_float4(open.Y, input);
  } else if (to == DType::float8e8m0) {
    open.Y = open_powers(open.Y, input);
  } else if (is_integer(to) && is_float(from)) {
    open.Y = open_integers(open.Y, input, open.call.since_version() < 13);
  }
}

const Open op[] = {{"Cast", open_cast}, {"CastLike", open_cast}};

}  // namespace
}  // namespace etalon
