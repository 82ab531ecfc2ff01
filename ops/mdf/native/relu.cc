// Relu(A) = maximum(A, 0), NaN where A is. In float64, unlike onnx::Relu.
#include "engine/mdf/standard_function.h"
#include "engine/numerics/numerics.h"

namespace etalon::mdf {
namespace {

Value relu(const FunctionCall& call) {
  Reals A = call.reals("A");
  for (double& value : A) value = maximum(value, 0.0);
  return float64(A);
}

const StandardFunction entry(FunctionKind::native, "Relu", "0.2", {"A"}, "maximum(A, 0)", relu);

}  // namespace
}  // namespace etalon::mdf
