// Normalizer: each row X [C] divided by its norm; a row whose norm is 0 stays as it is.
//   1         MAX: max X;  L1: Σ |X|;  L2: √ Σ X²
#include <cmath>
#include <span>

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// Wider than double, so that the squares neither overflow nor vanish.
using Wide = long double;

using Row = std::span<const double>;
using Norm = Wide (*)(Row);

Wide greatest(Row row) {
  double norm = -std::numeric_limits<double>::infinity();
  for (const double x : row) norm = maximum(norm, x);
  return norm;
}

Wide sum_of_magnitudes(Row row) {
  Wide sum = 0;
  for (const double x : row) sum += std::fabs(x);
  return sum;
}

Wide euclidean(Row row) {
  Wide sum = 0;
  for (const double x : row) sum += Wide(x) * Wide(x);
  return std::sqrt(sum);
}

Values normalizer(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 1 && X.rank() != 2) {
    throw InvalidInput("X has the shape {}; it must be [N, C] or [C]", to_string(X.shape()));
  }
  const auto norm_of =
      call.choice<Norm>("norm", {{"MAX", greatest}, {"L1", sum_of_magnitudes}, {"L2", euclidean}});
  const size_t C = X.shape().back();
  Reals Y = X.as<double>();
  for (size_t start = 0; start < Y.size(); start += C) {
    const std::span<double> row(Y.data() + start, C);
    const Wide norm = norm_of(row);
    if (norm == 0) continue;
    for (double& x : row) x = static_cast<double>(x / norm);
  }
  return {Tensor::of(DType::float32, Y)};
}

const Operator op("Normalizer", normalizer, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
