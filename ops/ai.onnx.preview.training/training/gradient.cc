// Gradient: Outputs[i] = ∂(Σ y) / ∂xs[i], where y is what the graph around this node computes from
// xs and zs, at the values that Inputs gives these.
//   1
//
// The sub-graph is differentiated numerically. It is evaluated in float64 throughout, so that every
// operator with a float64 form can be differentiated as it stands. Where there is no derivative, as
// at the kink of Relu, the result is Unspecified.
#include "ops/ai.onnx.preview.training/training/differentiation.h"
#include "ops/ai.onnx.preview.training/training/sub_graph.h"

namespace etalon {
namespace {

// ∂(Σ y) / ∂x for each element of the variable x.
Tensor derivatives(const Function64& y, size_t variable, DType type) {
  const Reals at = y.value(variable).tensor().as<double>();
  Reals result = empty_array<double>(at.shape());
  for (size_t i = 0; i < at.size(); ++i) {
    const auto moved_by = [&](double h) {
      Reals moved = at;
      moved.flat(i) += h;
      return y(variable, moved);
    };
    result.flat(i) = derivative(moved_by, std::max(1.0, std::fabs(at.flat(i))));
  }
  return Tensor::of(type, result);
}

Values gradient(const Call& call) {
  const std::vector<std::string> xs = call.texts("xs");
  std::vector<std::string> variables = xs;
  for (const std::string& name : call.texts("zs")) variables.push_back(name);
  const Values Inputs = call.variadic_values("Inputs");
  if (Inputs.size() != variables.size()) {
    throw InvalidInput("there are {} inputs for {} names in xs and zs", Inputs.size(),
                       variables.size());
  }
  require_independent(call.graph(), variables);
  const Function64 y(call, variables, call.text("y"));
  Values Outputs;
  for (size_t i = 0; i < xs.size(); ++i) {
    const Tensor& x = Inputs[i].tensor();
    if (!is_float(x.dtype())) {
      throw InvalidInput("'{}' is a tensor({}), which has no derivative", xs[i], name(x.dtype()));
    }
    Outputs.push_back(derivatives(y, i, x.dtype()));
  }
  return Outputs;
}

const Operator op("Gradient", gradient, {1}, "ai.onnx.preview.training");

}  // namespace
}  // namespace etalon
