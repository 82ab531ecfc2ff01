// Div: C = A / B, elementwise; integers truncate toward zero and wrap.
//   1, 6      equal shapes, or broadcast=1: B aligns with A's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   13, 14    as 7; more types
#include "engine/numerics/elementwise.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

template <class T>
T quotient(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0 && choices_wanted()) return 0;
    if (b == 0) throw Unspecified("the integer {} is divided by 0", a);
    // The lowest value over -1 wraps, where the processor would trap.
    if (std::is_signed_v<T> && b == T(-1)) return -a;
  }
  return a / b;
}

Tensor divide(const Tensor& A, const Tensor& B) {
  const Tensor C = arithmetic(A, B, [](auto a, auto b) { return quotient(a, b); });
  if (!choices_wanted() || !is_integer(C.dtype())) return C;
  const Tensor by_zero = anything(C, "integer_zero_divisor", [&] {
    return Bools(xt::equal(broadcast_to(B, C.shape()).as<int64_t>(), int64_t{0}));
  });
  return wrap_or_saturate(by_zero, "int_min", [&] {
    return elementwise(A.as<double>(), B.as<double>(), std::divides());
  });
}

Values div_1(const Call& call) {
  const Tensor& A = call.tensor("A");
  return {divide(A, legacy_broadcast(A, call.tensor("B"), call))};
}

Values div_7(const Call& call) { return {divide(call.tensor("A"), call.tensor("B"))}; }

const Operator op("Div", {{div_1, {1, 6}}, {div_7, {7, 13, 14}}});

}  // namespace
}  // namespace etalon
