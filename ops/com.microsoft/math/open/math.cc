// Matrix products and activations.
#include "engine/formula.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"
#include "ops/com.microsoft/math/fused_matmul.h"

namespace etalon {
namespace {

// The attributes exchange axes that a vector does not have.
bool turns_vector(const Call& call) {
  const auto turned = [&](const char* X, const char* trans, const char* trans_batch) {
    return call.tensor(X).rank() < 2 && (call.flag(trans) || moves_batch(call, trans_batch));
  };
  return turned("A", "transA", "transBatchA") || turned("B", "transB", "transBatchB");
}

// The sum is a step, too, where alpha multiplies it.
void open_products(Opening& open) {
  open.Y = open_sums(open, {"A", "B"}, {});
  if (open.call.real("alpha") != 1) {
    open.Y = step_or_exact(open.Y, "overflow_scaled", [&] {
      const Matrices of = fused_matrices(open.call);
      Reals sums = matmul(Reals(xt::abs(of.A.as<double>())), Reals(xt::abs(of.B.as<double>())));
      sums.reshape(open.Y.shape());
      return sums;
    });
  }
  at_point("transposed_vector", turns_vector(open.call));
}

// 0 where a gate of 0 multiplies an infinite x, of which the formula as it is written is NaN.
void open_gate(Opening& open, const Tensor& x) {
  open.Y = limit_or_nan(open.Y, "inf", x, [&] { return Tensor::zeros(open.Y.dtype(), {}); });
}

// X with a bias, if there is one.
Tensor with_bias(const Tensor& X, const Tensor* bias) {
  if (!bias) return X;
  return each(X, *bias, [](const auto& x, const auto& b) { return x + b; });
}

void open_gelu(Opening& open) { open_gate(open, open.call.tensor("X")); }

// A number of Y whose step is infinite may also be NaN, or one of the others.
Tensor nan_of_step(const Tensor& Y, const std::function<Reals()>& step,
                   std::vector<Option> others = {}) {
  others.push_back({"nan", [type = Y.dtype()] { return scalar(type, std::nan("")); }});
  const auto where = [&] {
    return Bools(xt::isfinite(Y.as<double>()) && beyond(Y.dtype(), step()) > 0.0);
  };
  return choice(Y, "overflow", where, "exact", others);
}

// The sum is a step: of one below the type the gate is 0.
void open_bias_gelu(Opening& open) {
  const Tensor &A = open.call.tensor("A"), &B = open.call.tensor("B");
  open_gate(open, with_bias(A, &B));
  const auto zero = [&] { return Tensor::zeros(open.Y.dtype(), {}); };
  open.Y = nan_of_step(open.Y,
                       [&] {
                         return by_element(A.as<double>(), B.as<double>(),
                                           [](double a, double b) { return std::fabs(a + b); });
                       },
                       {{"zero", zero}});
}

// x³ is a step, of which 1 + tanh is 0 or 2, and a quotient of exponentials NaN.
void open_fast_gelu(Opening& open) {
  const Tensor x = with_bias(open.call.tensor("X"), open.call.maybe("bias"));
  open_gate(open, x);
  open.Y = nan_of_step(open.Y, [&] { return Reals(xt::abs(xt::pow(x.as<double>(), 3))); });
}

const Open op[] = {
    {"FusedMatMul", open_products}, {"TransposeMatMul", open_products}, {"Gelu", open_gelu},
    {"BiasGelu", open_bias_gelu},   {"FastGelu", open_fast_gelu},       {"QuickGelu", open_gelu}};

}  // namespace
}  // namespace etalon
