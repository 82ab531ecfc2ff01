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
  const auto element = [&]<class R>(size_t i) -> R {
    Sum<R> sum;
    for (size_t j = 0; j < equation.summed(); ++j) {
      R product = X[0].at<R>(equation.position(0, i, j));
      for (size_t p = 1; p < X.size(); ++p) product *= X[p].at<R>(equation.position(p, i, j));
      sum.add(product);
    }
    return sum.result();
  };
  const size_t count = element_count(equation.output());
  const Tensor Output = each_output<numbers>(Inputs[0].dtype(), {count}, element);
  return {Output.reshaped(equation.output())};
}

const Operator op("Einsum", einsum, {12, 28});

}  // namespace
}  // namespace etalon
