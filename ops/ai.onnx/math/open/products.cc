// MatMul, GroupedMatMul, Einsum and Det.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void matmul(Opening& open) { open.Y = open_sums(open, {"A", "B"}, {}); }

void grouped_matmul(Opening& open) { open.Y = open_sums(open, {"input", "weights"}, {"bias"}); }

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
  // By elimination and by Leibniz's formula infinities meet in other steps.
  open.Y = no_result(open.Y, "inf", [&] {
    const Reals x = X.as<double>();
    const size_t column = x.dimension() - 1;
    Reals count = sum_over(Reals(xt::cast<double>(xt::isinf(x))), {column - 1, column});
    count.reshape(open.Y.shape());
    return Bools(count > 0.0);
  });
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
