// Mod: C = A - ⌊A / B⌋ · B, of B's sign; fmod=1: C = A - trunc(A / B) · B, of A's sign.
//   10, 13    floats with fmod=1 only; 13: bfloat16
//   28        floats with either
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

template <std::floating_point T>
T remainder(T a, T b) {
  return std::fmod(a, b);
}
ArbBall remainder(const ArbBall& a, const ArbBall& b) {
  if (a.radius() != 0 || b.radius() != 0) throw Undecided();
  return std::fmod(a.middle(), b.middle());
}

template <std::integral T>
T remainder(T a, T b) {
  if (b == 0 && choices_wanted()) return 0;
  if (b == 0) throw Unspecified("the integer {} is divided by 0", a);
  if (std::is_signed_v<T> && b == T(-1)) return 0;  // the lowest value % -1 would trap
  return a % b;
}

// The remainder moved into [0, b), or (b, 0] for a negative b. A zero takes b's sign.
template <class T>
T modulo(const T& a, const T& b) {
  const T r = remainder(a, b);
  if constexpr (std::is_floating_point_v<T>) {
    if (r == 0) return std::copysign(r, b);
  }
  return !(r == 0) && (r < 0) != (b < 0) ? r + b : r;
}

Values mod(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const int64_t fmod = call.integer("fmod");
  if (fmod != 0 && fmod != 1) throw InvalidInput("fmod is {}, neither 0 nor 1", fmod);
  if (fmod == 0 && is_float(A.dtype()) && call.since_version() < 28) {
    throw InvalidInput("fmod is 0, which tensor({}) does not admit", name(A.dtype()));
  }
  const Tensor C = arithmetic(
      A, B, [&](const auto& a, const auto& b) { return fmod ? remainder(a, b) : modulo(a, b); });
  const bool early = call.since_version() < 13;
  if (is_float(C.dtype())) return {either_zero(C, early ? "negative_zero_10" : "negative_zero")};
  return {anything(C, "integer_zero_divisor", [&] {
    return Bools(xt::equal(broadcast_to(B, C.shape()).as<int64_t>(), int64_t{0}));
  })};
}

const Operator op("Mod", mod, {10, 13, 28});

}  // namespace
}  // namespace etalon
