// Det by elimination with pivots, as runtimes have it.
#include "engine/numerics/functions.h"
#include "engine/numerics/outputs.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

// What elimination with pivots may be off by: A is perturbed by γ_M |L||U| (Higham, Accuracy and
// Stability of Numerical Algorithms, 2002, theorem 9.3), where no multiplier is above 1 and
// elements grow by M^(2/3) at most in practice; and a determinant's change is bounded by Hadamard's
// products of the rows' norms.
double elimination_error(const Rounding& rounding, const Array<ArbBall>& A) {
  const auto M = double(A.shape()[0]);
  double greatest = 0;
  for (const ArbBall& a : A) greatest = std::max(greatest, std::fabs(a.middle()));
  const double unit = rounding.of_sum(M) * real::pow(M, 2.0 / 3) * greatest;
  double exact = 1, perturbed = 1;
  for (double i = 0; i < M; ++i) {
    double norm = 0, change = 0;
    for (double j = 0; j < M; ++j) {
      const ArbBall& a = A(size_t(i), size_t(j));
      const double off = a.radius() + unit * (1 + std::min(i, j)) + rounding.tiny;
      norm += a.middle() * a.middle();
      change += off * off;
    }
    exact *= std::sqrt(norm);
    perturbed *= std::sqrt(norm) + std::sqrt(change);
  }
  return perturbed - exact + 2 * rounding.of_sum(M) * perturbed;
}

// The determinants of the middles of X, in double.
Reals of_middles(const Call& call) {
  const Setting exact(&Evaluation::rounding, nullptr);
  const Reals x = call.tensor("X").with_side(nullptr).as<double>();
  const Values changed = with_changed(call, {{"X", Tensor::decided(DType::float64, x)}});
  return evaluate_unmarked(Call(call, changed))[0].tensor().as<double>();
}

std::optional<Values> eliminated(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Reals Y = of_middles(call);
  const size_t M = X.dim(X.rank() - 1);
  const Array<ArbBall> x = elements_of<ArbBall>(X.reshaped({Y.size(), M, M}));
  Array<ArbBall> bounds = empty_array<ArbBall>(Y.shape());
  for (size_t n = 0; n < Y.size(); ++n) {
    const double y = Y.data()[n];
    ArbBall& bound = bounds.data()[n];
    bound = y;
    bound.widen(elimination_error(*evaluation().rounding, xt::view(x, n)) + std::fabs(y) * 0x1p-53);
  }
  return Values{rounded(X.dtype(), bounds)};
}

const Bounds op("Det", eliminated);

}  // namespace
}  // namespace etalon
