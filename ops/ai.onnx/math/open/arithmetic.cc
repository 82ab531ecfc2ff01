// Functions of two tensors, or of any number, element by element.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "engine/operators/least_integer.h"

namespace etalon {
namespace {

// The formula's results in float64, where integers neither wrap nor truncate.
Reals exact(const Opening& open) { return open.again({"A", "B"}, in_float64).as<double>(); }

void overflow(Opening& open) {
  open.Y = wrap_or_saturate(open.Y, "integer_overflow", [&] { return exact(open); });
}

void overflow_or_least(Opening& open) {
  overflow(open);
  open.Y = with_least_integer(open.Y, {open.call.tensor("A"), open.call.tensor("B")});
}

void div(Opening& open) {
  if (!is_integer(open.Y.dtype())) return;
  const Reals quotient = exact(open);
  const auto by_zero = [&] { return Bools(!xt::isfinite(quotient)); };
  open.Y = wrap_or_saturate(no_result(open.Y, "integer_zero_divisor", by_zero), "int_min",
                            [&] { return quotient; });
}

void mod(Opening& open) {
  if (is_float(open.Y.dtype())) {
    const bool early = open.call.since_version() < 13;
    open.Y = either_zero(open.Y, early ? "negative_zero_10" : "negative_zero");
    return;
  }
  open.Y = no_result(open.Y, "integer_zero_divisor", [&] {
    const Tensor divisor = broadcast_to(open.call.tensor("B"), open.Y.shape());
    return Bools(xt::equal(divisor.as<int64_t>(), int64_t{0}));
  });
}

// A NaN may be left out: `neutral`, in its place, changes no result.
void extremes(Opening& open, double neutral) {
  const auto ignored = [&] {
    NamedValues numbers;
    for (const Tensor& data : open.call.variadic("data_0")) {
      numbers.emplace_back("data_0", without_nan(data, neutral));
    }
    return open.again(numbers);
  };
  open.Y = either_zero(nan_or_number(open.Y, "nan", ignored), "negative_zero");
}

void sums(Opening& open) {
  const auto sides = [&] {
    const Shape shape = open.Y.shape();
    Sides sum{full(shape, 0.0), full(shape, 0.0)};
    for (const Tensor& input : open.call.variadic("data_0")) {
      const Sides x = sides_of(broadcast_to(input, shape).as<double>());
      sum.above += x.above, sum.below += x.below;
    }
    return sum;
  };
  const auto all = [&] {
    const Sides sum = sides();
    return Reals(sum.above + sum.below);
  };
  open.Y = sum_or_exact(either_zero(open.Y, "negative_zero"), "overflow", all, sides);
}

const Open op[] = {{"Add", overflow},
                   {"Sub", overflow_or_least},
                   {"Mul", overflow_or_least},
                   {"Div", div},
                   {"Mod", mod},
                   {"Min", [](Opening& open) { extremes(open, infinity); }},
                   {"Max", [](Opening& open) { extremes(open, -infinity); }},
                   {"Sum", sums},
                   {"Mean", sums}};

}  // namespace
}  // namespace etalon
