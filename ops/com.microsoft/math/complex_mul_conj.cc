// ComplexMulConj: C = A · B̄, of complex numbers: (a + bi) · (c − di) = (ac + bd) + (bc − ad)i,
// which are pairs along the last axis. A and B broadcast.
//   1
// The text is the name, which does not say whose conjugate it is: here B's. The pairs are those of
// Rfft, “2 in the last dimension for the real and complex parts”. onnxruntime 1.32.0 has no CPU
// kernel of it.
#include "ops/com.microsoft/math/complex_mul.h"

namespace etalon {
namespace {

Values complex_mul_conj(const Call& call) {
  const ComplexParts A(call, "A"), B(call, "B");
  return {paired(
      each(
          A.re, A.im, B.re, B.im,
          [](const auto& a, const auto& b, const auto& c, const auto& d) { return a * c + b * d; }),
      each(A.re, A.im, B.re, B.im, [](const auto& a, const auto& b, const auto& c, const auto& d) {
        return b * c - a * d;
      }))};
}

const Operator op("ComplexMulConj", complex_mul_conj, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
