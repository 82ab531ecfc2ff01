// Einsum by plain sums of balls, which decide nearly every digit.
#include "ops/ai.onnx/math/einsum.h"

#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

// Σ_j Π_p x[p][position(p, i, j)] over the number type R.
template <class R, class T>
R contracted(const Contraction& equation, const std::vector<Array<T>>& x, size_t i) {
  count_work(work_per_step * equation.summed() * x.size());
  SumOfTerms<R> sum;
  for (size_t j = 0; j < equation.summed(); ++j) {
    R product = x[0].data()[equation.position(0, i, j)];
    for (size_t p = 1; p < x.size(); ++p) product *= R(x[p].data()[equation.position(p, i, j)]);
    sum.add(product);
  }
  return sum.result();
}

template <class T>
std::vector<Array<T>> elements(const std::vector<Tensor>& Inputs) {
  std::vector<Array<T>> x;
  for (const Tensor& input : Inputs) x.push_back(input.as<T>());
  return x;
}

Array<Ball> of_floats(const Call& call) {
  const std::vector<Tensor> Inputs = call.variadic("Inputs");
  const Contraction equation(call.text("equation"), Inputs);
  const std::vector<Reals> x = elements<double>(Inputs);
  Array<Ball> Output = empty_array<Ball>({element_count(equation.output())});
  for (size_t i = 0; i < Output.size(); ++i) Output(i) = contracted<Ball>(equation, x, i);
  return Output;
}

std::optional<Values> of_integers(const Call& call) {
  const std::vector<Tensor> Inputs = call.variadic("Inputs");
  const DType type = Inputs[0].dtype();
  if (is_float(type)) return std::nullopt;
  const Contraction equation(call.text("equation"), Inputs);
  return Values{over_integers(type, [&]<class T>() {
    const std::vector<Array<T>> x = elements<T>(Inputs);
    Array<T> Output = empty_array<T>(equation.output());
    for (size_t i = 0; i < Output.size(); ++i) {
      Output.data()[i] = contracted<T>(equation, x, i);
    }
    return Tensor::of(type, Output);
  })};
}

const Quick floats("Einsum", of_floats);
const Quick integers("Einsum", of_integers);

}  // namespace
}  // namespace etalon
