// Functions of one tensor, element by element, that are no activations.
#include "engine/formula.h"
#include "engine/numerics/comparisons.h"
#include "engine/operators/choice.h"

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
  open.Y = either_zero(anything(open.Y, "nan", of_nan), "negative_zero");
}

// Of an integer other than 0 erf is none: it may be truncated to 0, or rounded to ±1.
void erf(Opening& open) {
  const DType type = open.Y.dtype();
  if (is_float(type)) return;
  const Reals x = open.call.tensor("input").as<double>();
  const auto where = [&] { return Bools(xt::not_equal(x, 0.0)); };
  const auto rounded = [&] { return Tensor::of(type, Ints(xt::sign(x))); };
  open.Y = choice(open.Y, "int_min", where, "truncate", {{"round", rounded}});
}

// A sum may exceed the type; and one with a bias that is no integer is open.
void shrink(Opening& open) {
  if (is_float(open.Y.dtype())) return;
  const double bias = open.call.real("bias"), lambd = open.call.real("lambd");
  if (bias == std::trunc(bias) && std::fabs(bias) < 0x1p63) {
    open.Y = wrap_or_saturate(open.Y, "int_min",
                              [&] { return open.again({"input"}, in_float64).as<double>(); });
    return;
  }
  const auto biased = [&](auto x) { return compared(x, -lambd) < 0 || compared(x, lambd) > 0; };
  open.Y = anything(open.Y, "overflow",
                    [&] { return holds(open.call.tensor("input"), biased).as<bool>(); });
}

const Open rows[] = {{"Abs", negated},       {"Neg", negated},  {"Ceil", zero_result},
                     {"Round", zero_result}, {"Sign", sign},    {"Sqrt", negative_zero},
                     {"Erf", erf},           {"Shrink", shrink}};

}  // namespace
}  // namespace etalon
