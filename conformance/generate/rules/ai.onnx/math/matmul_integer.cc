#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {
namespace {

// Each zero point is one number or is left out.
void matmul_integer(Drafting& call) {
  matmul(call);
  if (call.draw().chance(0.4)) return;
  call.add(Shape{});
  if (call.draw().chance(0.6)) call.add(Shape{});
}

const GenerationRule matmul_integer_rule("MatMulInteger", matmul_integer);

}  // namespace
}  // namespace etalon::rules
