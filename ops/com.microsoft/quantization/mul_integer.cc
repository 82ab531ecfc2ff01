// MulInteger: C = (A − A_zero_point) · (B − B_zero_point), elementwise, as int32; A and B
// broadcast, and zero points that are left out are 0.
//   1
// onnxruntime 1.32.0 has no kernel.
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

Values mul_integer(const Call& call) {
  const Tensor A = centred(call.tensor("A"), call.maybe("A_zero_point"));
  const Tensor B = centred(call.tensor("B"), call.maybe("B_zero_point"));
  return {each<numbers>(A, B, []<class R>(const R& a, const R& b) -> R { return a * b; })};
}

const Operator op("MulInteger", mul_integer, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
