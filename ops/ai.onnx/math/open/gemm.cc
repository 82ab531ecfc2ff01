// Gemm.
#include "engine/operators/integers_of_reals.h"
#include "ops/ai.onnx/math/quick/products.h"

namespace etalon {
namespace {

Gemm with_operands(Gemm of, const std::vector<Tensor>& operands) {
  of.A = operands[0], of.B = operands[1], of.C = operands[2];
  return of;
}

// The BLAS that the text refers to does not read C where beta is 0.
Tensor open_reals(const Tensor& Y, const Gemm& of) {
  const auto unread = [&] {
    Gemm other = of;
    other.C = Tensor::zeros(of.C.dtype(), of.C.shape());
    return gemm_of_reals(other);
  };
  const Tensor read = of.beta == 0 ? either_of(Y, "beta_zero", "read", "unread", unread) : Y;
  return open_sums(read, {of.A, of.B, of.C}, 2, [&](const std::vector<Tensor>& operands) {
    Gemm steps = with_operands(of, operands);
    steps.alpha = std::max(1.0, std::fabs(of.alpha));
    steps.beta = std::fabs(of.beta);
    return gemm_of_reals(steps);
  });
}

// Integers for alpha · A' · B' + beta · C, exactly `exact`: it, its terms or its factors as
// integers.
Tensor open_fractions(const Gemm& of, const Reals& exact) {
  const Tensor Y = truncated_gemm(of);
  const auto with_factors = [&of](double alpha, double beta) {
    Gemm changed = of;
    changed.alpha = alpha, changed.beta = beta;
    return truncated_gemm(changed).as<int64_t>();
  };
  const auto terms = [&] {
    return Tensor::of(Y.dtype(), Ints(with_factors(of.alpha, 0) + with_factors(0, of.beta)));
  };
  const auto factors = [&] {
    return Tensor::of(Y.dtype(), with_factors(std::trunc(of.alpha), std::trunc(of.beta)));
  };
  const auto short_of_exact = [&] { return short_of(Y, exact, 0x1p-20); };
  const Tensor whole =
      any_integer_for(Y, "fractional_alpha", [&] { return exact; }, "truncate",
                      {{"terms", terms}, {"factors", factors}, {"short", short_of_exact}});
  return no_result(whole, "fractional_alpha", [&] { return Bools(xt::isnan(exact)); });
}

// Integers wrap, or saturate.
Tensor open_integers(const Tensor& Y, const Gemm& of) {
  const auto in_reals = [&](const std::vector<Tensor>& operands) {
    return gemm_of_reals(with_operands(of, operands));
  };
  if (is_whole(of.alpha) && is_whole(of.beta)) {
    return open_sums(Y, {of.A, of.B, of.C}, 2, in_reals);
  }
  const Reals exact = in_reals({in_float64(of.A), in_float64(of.B), in_float64(of.C)}).as<double>();
  return saturate_or_wrap(open_fractions(of, exact), "integer_overflow",
                          [&] { return Reals(xt::trunc(exact)); });
}

const Open op("Gemm", [](Opening& open) {
  const Gemm of(open.call);
  open.Y = is_float(of.A.dtype()) ? open_reals(open.Y, of) : open_integers(open.Y, of);
});

}  // namespace
}  // namespace etalon
