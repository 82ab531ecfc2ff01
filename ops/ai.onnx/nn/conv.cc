// Conv: Y[n, m, o] = B[m] + Σ_c Σ_k W[m, c, k] · X[n, c, o·strides + k·dilations − pads], with X 0
// in the padding. M and C fall into `group` parts; c runs over the part of C that is like m's.
//   1, 11, 22   11: strides and dilations are 1 by default, as they were; 22: bfloat16
#include "engine/numerics/convolution.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// An infinite weight over a 0 of the padding gives NaN, or counts for nothing if what lies in the
// padding is left out.
Tensor padding_left_out(const Tensor& Y, const std::vector<Tensor>& operands, const SumsOf& of) {
  const auto infinite = [&] { return Reals(xt::isinf(operands[1].as<double>())); };
  if (!choices_wanted() || xt::sum(infinite())() == 0) return Y;
  std::vector<Tensor> finite = operands, hits = operands;
  const Tensor& X = operands[0];
  const DType type = X.dtype();
  const Reals weights = operands[1].as<double>();
  finite[1] = Tensor::decided(type, Reals(xt::where(xt::isinf(weights), 0.0, weights)));
  hits = {Tensor::decided(type, full(X.shape(), 1.0)), Tensor::decided(type, infinite())};
  const auto where = [&] { return Bools(nans(Y) && xt::equal(of(hits).as<double>(), 0.0)); };
  return choice(Y, "padding_times_infinity", where, "zeros",
                {{"left_out", [&] { return of(finite); }}});
}

Values conv(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const size_t group = size_t(call.integer("group"));
  std::vector<Tensor> operands{X, W};
  if (const Tensor* B = call.maybe("B")) operands.push_back(*B);
  const auto of = [&](const std::vector<Tensor>& x) {
    return convolve(x[0], x[1], x.size() > 2 ? &x[2] : nullptr, window, group);
  };
  at_point("empty", X.size() == 0 && W.size() == 0);
  return {padding_left_out(open_sums(of(operands), operands, of), operands, of)};
}

const Operator op("Conv", conv, {1, 11, 22});

}  // namespace
}  // namespace etalon
