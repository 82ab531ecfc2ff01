// Einsum: Output = Σ Π Inputs[p][its term], over the indices that the output term lacks: for each
// index of the output, each product takes one element of every input.
//   12, 28    28: bfloat16
#include "ops/ai.onnx/math/einsum.h"

#include "engine/formula.h"

namespace etalon {
namespace {

Values einsum(const Call& call) {
  const std::vector<Tensor> Inputs = call.variadic("Inputs");
  const Contraction equation(call.text("equation"), Inputs);
  const std::vector<Reader> X(Inputs.begin(), Inputs.end());
  const auto element = [&]<class R>(size_t output) -> R {
    const auto factor = [&](size_t p, size_t j) {
      return X[p].at<R>(equation.position(p, output, j));
    };
    Sum<R> sum;
    for (size_t j = 0; j < equation.summed(); ++j) {
      R product = factor(0, j);
      for (size_t p = 1; p < X.size(); ++p) product *= factor(p, j);
      sum.add(product);
    }
    return sum.result();
  };
  const Shape& shape = equation.output();
  return {each_output<numbers>(Inputs[0].dtype(), {element_count(shape)}, element).reshaped(shape)};
}

const Operator op("Einsum", einsum, {12, 28});

}  // namespace
}  // namespace etalon
