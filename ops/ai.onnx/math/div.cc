// Div: C = A / B, elementwise; integers truncate toward zero and wrap.
//   1, 6      equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   13, 14    as 7; more types
#include "engine/formula.h"

namespace etalon {
namespace {

template <class R>
R quotient(const R& a, const R& b) {
  if constexpr (std::integral<R>) {
    if (b == 0) return undefined(R{0}, "the integer {} is divided by 0", a);
    // The lowest value over -1 wraps, where the processor would trap.
    if (std::signed_integral<R> && b == R(-1)) return -a;
  }
  return a / b;
}

Tensor div(const Tensor& A, const Tensor& B) {
  return each<numbers>(A, B, [](const auto& a, const auto& b) { return quotient(a, b); });
}

Values div_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {div(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values div_7(const Call& call) { return {div(call.tensor("A"), call.tensor("B"))}; }

const Operator op("Div", {{div_1, {1, 6}}, {div_7, {7, 13, 14}}});

}  // namespace
}  // namespace etalon
