// Normalizer: each row X [C] divided by its norm; a row whose norm is 0 stays as it is.
//   1         MAX: max X;  L1: Σ |X|;  L2: √ Σ X²
#include "engine/formula.h"
#include "ops/ai.onnx.ml/preprocessing/norm.h"

namespace etalon {
namespace {

template <class R>
Array<R> norms(const Array<R>& x, Norm norm) {
  if (norm == Norm::max) return max_over(x);
  if (norm == Norm::l1) return sum_over(real::abs(x));
  return real::sqrt(sum_over(real::square(x)));
}

Values normalizer(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 1 && X.rank() != 2) {
    throw InvalidInput("X has the shape {}; it must be [N, C] or [C]", to_string(X.shape()));
  }
  const Norm norm = norm_of(call);
  const std::vector<Tensor> Y =
      by_sets(X, {X.rank() - 1}, {DType::float32}, [&]<class R>(const Array<R>& x) -> Array<R> {
        const auto divisor = [](const R& n) { return is_exact_zero(n) ? R(1) : n; };
        return x / by_element(norms(x, norm), divisor);
      });
  return {Y[0]};
}

const Operator op("Normalizer", normalizer, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
