// Functions of one tensor, element by element, except activations.
#include "engine/formula.h"
#include "engine/numerics/comparisons.h"
#include "engine/operators/constant_options.h"
#include "engine/operators/integers_of_reals.h"

namespace etalon {
namespace {

// The least integer, negated, is out of the type's range.
void negated(Opening& open) {
  open.Y = wrap_or_saturate(open.Y, "int_min",
                            [&] { return open.again({"X"}, in_float64).as<double>(); });
}

// A zero may be of either sign.
void zero_result(Opening& open) { open.Y = either_zero(open.Y, "zero_result"); }
void negative_zero(Opening& open) { open.Y = either_zero(open.Y, "negative_zero"); }

void sign(Opening& open) {
  const auto of_nan = [&] { return nans(open.call.tensor("input")); };
  const std::vector<Option> cases =
      constants(open.Y.dtype(), {{"zero", 0}, {"one", 1}, {"minus_one", -1}});
  open.Y = either_zero(choice(open.Y, "nan", of_nan, "propagate", cases), "negative_zero");
}

// The results for the same input in double.
Reals in_reals(const Opening& open) { return open.again({"input"}, in_float64).as<double>(); }

// Of an integer other than 0 erf is none.
void erf(Opening& open) {
  open.Y = any_integer_for(open.Y, "fraction", [&] { return in_reals(open); });
}

// input ± bias with the bias cast to the type first, as the function body has it; wraps.
Tensor with_cast_bias(const Tensor& input, double bias, double lambd) {
  const Ints x = input.as<int64_t>();
  const Bools below = holds(input, [&](auto e) { return compared(e, -lambd) < 0; }).as<bool>();
  const Bools above = holds(input, [&](auto e) { return compared(e, lambd) > 0; }).as<bool>();
  const auto whole = static_cast<int64_t>(bias);
  Ints y = full(x.shape(), int64_t{0});
  for (size_t i = 0; i < y.size(); ++i) {
    if (above.data()[i]) y.data()[i] = x.data()[i] - whole;
    if (below.data()[i]) y.data()[i] = x.data()[i] + whole;
  }
  return Tensor::of(input.dtype(), y);
}

// A sum may exceed the type; and a sum with a bias that is not an integer is not an integer.
void shrink(Opening& open) {
  const DType type = open.Y.dtype();
  if (is_float(type)) return;
  const double bias = open.call.real("bias"), lambd = open.call.real("lambd");
  const auto exact = [&] { return in_reals(open); };
  if (bias == std::trunc(bias) && std::fabs(bias) < 0x1p63) {
    open.Y = wrap_or_saturate(open.Y, "int_min", exact);
    return;
  }
  if (std::fabs(bias) < 0x1p63) {
    const Tensor& input = open.call.tensor("input");
    open.Y =
        any_integer_for(open.Y, "fraction", exact, "truncate",
                        {{"function_body", [&] { return with_cast_bias(input, bias, lambd); }}});
  }
  open.Y = no_result(open.Y, "overflow", [&] {
    const int bits = bit_width(type) - (is_signed_integer(type) ? 1 : 0);
    const double beyond = std::ldexp(1.0, bits), least = is_signed_integer(type) ? -beyond : 0.0;
    const Reals y = exact();
    return Bools(!(y >= least && y < beyond));
  });
}

const Open op[] = {{"Abs", negated},       {"Neg", negated},  {"Ceil", zero_result},
                   {"Round", zero_result}, {"Sign", sign},    {"Sqrt", negative_zero},
                   {"Erf", erf},           {"Shrink", shrink}};

}  // namespace
}  // namespace etalon
