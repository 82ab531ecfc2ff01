// Inverse by elimination with pivots, as runtimes have it.
#include "engine/numerics/functions.h"
#include "engine/numerics/sets.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

// The inverses of the middles of X, in double.
Reals of_middles(const Call& call) {
  const Setting exact(&Evaluation::rounding, nullptr);
  const Reals x = call.tensor("X").with_side(nullptr).as<double>();
  const Values changed = with_changed(call, {{"X", Tensor::decided(DType::float64, x)}});
  return evaluate_unmarked(Call(call, changed))[0].tensor().as<double>();
}

// How far A is off that elimination with pivots inverts, at most, and in each element: 2γ_M |L||U|
// (Higham, Accuracy and Stability of Numerical Algorithms, 2002, theorem 9.3 and section 14.3),
// where no multiplier is above 1 and elements grow by M^(2/3) at most in practice.
double perturbation(const Rounding& rounding, const ArbBall* A, size_t M) {
  double greatest = 0, off = 0;
  for (size_t i = 0; i < M * M; ++i) {
    greatest = std::max(greatest, std::fabs(A[i].middle()));
    off = std::max(off, A[i].radius());
  }
  const double n = double(M);
  return off + 2 * rounding.of_sum(n) * n * real::pow(n, 2.0 / 3) * greatest + n * rounding.tiny;
}

// |(A + E)⁻¹ − A⁻¹| ≤ |A⁻¹| |E| |A⁻¹| / (1 − ‖A⁻¹‖ ‖E‖).
void widen(ArbBall* bounds, const double* Y, size_t M, double e) {
  std::vector<double> rows(M, 0), columns(M, 0);
  for (size_t i = 0; i < M * M; ++i) {
    rows[i / M] += std::fabs(Y[i]);
    columns[i % M] += std::fabs(Y[i]);
  }
  const double norm = *std::max_element(rows.begin(), rows.end());
  const double rest = 1 - norm * e * double(M);
  for (size_t i = 0; i < M * M; ++i) {
    bounds[i] = Y[i];
    if (rest > 0.01) {
      bounds[i].widen(rows[i / M] * e * columns[i % M] / rest + std::fabs(Y[i]) * 0x1p-52);
    } else {
      bounds[i] = ArbBall::unknown();
    }
  }
}

std::optional<Values> eliminated(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Reals Y = of_middles(call);
  if (Y.size() == 0) return std::nullopt;
  const size_t M = X.dim(X.rank() - 1);
  const Array<ArbBall> x = elements_of<ArbBall>(X);
  Array<ArbBall> bounds = empty_array<ArbBall>(Y.shape());
  for (size_t n = 0; n < Y.size(); n += M * M) {
    widen(bounds.data() + n, Y.data() + n, M,
          perturbation(*evaluation().rounding, x.data() + n, M));
  }
  return Values{rounded(X.dtype(), bounds)};
}

const Bounds op("Inverse", eliminated);

}  // namespace
}  // namespace etalon
