// Cast and CastLike.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
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

// A string that is no number is open as a whole; others that are beyond an integer type.
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

// NaN, infinities and floats out of range as integers, and what lies halfway between two floats.
void open_cast(Opening& open) {
  const Tensor& input = open.call.tensor("input");
  const DType from = input.dtype(), to = open.Y.dtype();
  if (from == DType::string && to != DType::string) {
    open.Y = open_texts(open.Y, input);
  } else if (is_complex(from)) {
    return;
  } else if (to == DType::float32 || to == DType::float16) {
    open.Y = either_neighbour(open.Y, "ties", [&] { return exactly_held(input); });
  } else if (is_integer(to) && is_float(from)) {
    const Reals x = input.as<double>();
    const std::string suffix = open.call.since_version() < 13 ? "_early" : "";
    open.Y = no_result(open.Y, "nan_to_integer" + suffix, [&] { return nans(input); });
    open.Y = no_result(open.Y, "infinity_to_integer" + suffix, [&] { return Bools(xt::isinf(x)); });
    open.Y = no_result(open.Y, "float_to_integer" + suffix, [&] { return outside(x, to); });
  }
}

const Open op[] = {{"Cast", open_cast}, {"CastLike", open_cast}};

}  // namespace
}  // namespace etalon
