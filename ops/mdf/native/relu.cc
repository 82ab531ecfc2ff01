// Relu(A) = maximum(A, 0), NaN where A is. In float64, unlike onnx::Relu.
#include "engine/mdf/standard_function.h"
#include "engine/numerics/numerics.h"

namespace etalon::mdf {
namespace {

Value relu(const FunctionCall& call) {
  return float64(by_element(call.reals("A"), [](double x) { return maximum(x, 0.0); }));
}

const StandardFunction op(FunctionKind::native, "Relu", "0.2", {"A"}, "maximum(A, 0)", relu);

}  // namespace
}  // namespace etalon::mdf
