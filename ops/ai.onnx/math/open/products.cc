// MatMul, GroupedMatMul, Einsum and Det.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void matmul(Opening& open) { open.Y = open_sums(open, {"A", "B"}, {}); }

void grouped_matmul(Opening& open) { open.Y = open_sums(open, {"input", "weights"}, {"bias"}); }

// By elimination and by Leibniz's formula infinities meet in other steps, of which some give NaN.
// A determinant that does not depend on them is a number where somebody leaves products with 0 out.
Tensor open_infinities(const Opening& open) {
  const Tensor Y = open.Y;
  const Reals x = open.call.tensor("X").as<double>();
  const Bools infinite = xt::isinf(x);
  const auto of_infinities = [&] {
    const size_t column = x.dimension() - 1;
    Reals count = sum_over(Reals(xt::cast<double>(infinite)), {column - 1, column});
    count.reshape(Y.shape());
    return Bools(count > 0.0);
  };
  const auto with = [&](double number) {
    const Reals finite = xt::where(infinite, number, x);
    return open.again({{"X", Tensor::decided(Y.dtype(), finite)}}).as<double>();
  };
  const auto independent = [&] {
    const Reals y = Y.as<double>(), zero = with(0);
    const Bools same = xt::equal(zero, with(1.75));
    return Tensor::decided(Y.dtype(), Reals(xt::where(same && nans(Y), zero, y)));
  };
  return choice(Y, "inf", of_infinities, "leibniz",
                {{"nan", [&] { return scalar(Y.dtype(), std::nan("")); }},
                 {"infinity", [&] { return without_nan(Y, infinity); }},
                 {"minus_infinity", [&] { return without_nan(Y, -infinity); }},
                 {"zeros_left_out", independent}});
}

// By Leibniz's formula no step exceeds the product of Σ|x| of all rows, or of those above 1.
void det(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  at_point("empty", X.dim(X.rank() - 1) == 0);
  const auto largest = [&] {
    const Reals x = xt::abs(X.as<double>());
    const size_t row = x.dimension() - 1;
    const Reals rows = xt::maximum(sum_over(x, {row}), 1.0);
    Reals steps = product_over(rows, {row - 1});
    steps.reshape(open.Y.shape());
    return steps;
  };
  open.Y = sum_or_exact(either_zero(open.Y, "negative_zero"), "overflow", largest, [&] {
    const Reals steps = largest();
    return Sides{steps, steps};
  });
  open.Y = open_infinities(open);
}

void einsum(Opening& open) {
  const std::vector<Tensor> Inputs = open.call.variadic("Inputs");
  open.Y = open_sums(open.Y, Inputs, Inputs.size(), [&](const std::vector<Tensor>& operands) {
    NamedValues changed;
    for (const Tensor& X : operands) changed.emplace_back("Inputs", X);
    return open.again(changed);
  });
}

const Open op[] = {
    {"MatMul", matmul}, {"GroupedMatMul", grouped_matmul}, {"Einsum", einsum}, {"Det", det}};

}  // namespace
}  // namespace etalon
