// ComplexMul: C = A · B, of complex numbers: (a + bi) · (c + di) = (ac − bd) + (ad + bc)i, which
// are pairs along the last axis. A and B broadcast.
//   1
// The text is the name: the pairs are those of Rfft, “2 in the last dimension for the real and
// complex parts”. onnxruntime 1.32.0 has no CPU kernel of it.
#include "ops/com.microsoft/math/complex_mul.h"

namespace etalon {
namespace {

Values complex_mul(const Call& call) {
  const ComplexParts A(call, "A"), B(call, "B");
  return {paired(
      each(
          A.re, A.im, B.re, B.im,
          [](const auto& a, const auto& b, const auto& c, const auto& d) { return a * c - b * d; }),
      each(A.re, A.im, B.re, B.im, [](const auto& a, const auto& b, const auto& c, const auto& d) {
        return a * d + b * c;
      }))};
}

const Operator op("ComplexMul", complex_mul, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
