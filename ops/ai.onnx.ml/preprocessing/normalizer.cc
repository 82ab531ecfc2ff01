// Normalizer: each row X [C] divided by its norm; a row whose norm is 0 stays as it is.
//   1         MAX: max X;  L1: Σ |X|;  L2: √ Σ X²
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/samples.h"

namespace etalon {
namespace {

enum class Norm { max, l1, l2 };

template <class R>
Array<R> norms(const Array<R>& X, Norm norm) {
  if (norm == Norm::max) return max_over(X, {1});
  if (norm == Norm::l1) return sum_over(real::abs(X), {1});
  return real::sqrt(sum_over(real::square(X), {1}));
}

Values normalizer(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 1 && X.rank() != 2) {
    throw InvalidInput("X has the shape {}; it must be [N, C] or [C]", to_string(X.shape()));
  }
  const Norm norm =
      call.choice<Norm>("norm", {{"MAX", Norm::max}, {"L1", Norm::l1}, {"L2", Norm::l2}});
  const Values Y =
      by_samples(feature_rows(X), DType::float32, [&]<class R>(const Tensor& rows) -> Values {
        const Array<R> x = elements_of<R>(rows);
        const Array<R> divisors = by_element(
            norms(x, norm), [](const R& value) { return is_exact_zero(value) ? R(1) : value; });
        return {rounded(DType::float32, x / divisors)};
      });
  const Tensor rows = feature_rows(X);
  return {divisor_or_exact(Y[0].tensor(), "overflow", [&] {
            const Reals x = xt::abs(rows.as<double>());
            const Reals steps = sum_over(norm == Norm::l2 ? Reals(x * x) : x, {1});
            return broadcast_array(steps, x.shape());
          }).reshaped(X.shape())};
}

const Operator op("Normalizer", normalizer, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
