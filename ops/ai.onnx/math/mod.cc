// Mod: C = A - ⌊A / B⌋ · B, of B's sign; fmod=1: C = A - trunc(A / B) · B, of A's sign.
//   10, 13    floats with fmod=1 only; 13: bfloat16
//   28        floats with either
#include "engine/formula.h"
#include "ops/ai.onnx/math/fmod.h"

namespace etalon {
namespace {

template <class R>
R remainder(const R& a, const R& b) {
  if constexpr (std::integral<R>) {
    if (b == 0) return undefined(R{0}, "the integer {} is divided by 0", a);
    if (std::signed_integral<R> && b == R(-1)) return 0;  // the lowest value % -1 would trap
    return a % b;
  } else {
    return real::fmod(a, b);
  }
}

// The remainder moved into [0, b), or (b, 0] for a negative b. A zero takes b's sign.
template <class R>
R modulo(const R& a, const R& b) {
  const R r = remainder(a, b);
  if (r == 0) return R(b < 0 ? -0.0 : 0.0);
  return (r < 0) != (b < 0) ? r + b : r;
}

Values mod(const Call& call) {
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  const int64_t fmod = call.integer("fmod");
  if (fmod != 0 && fmod != 1) throw InvalidInput("fmod is {}, neither 0 nor 1", fmod);
  if (fmod == 0 && is_float(A.dtype()) && call.since_version() < 28) {
    throw InvalidInput("fmod is 0, which tensor({}) does not admit", name(A.dtype()));
  }
  return {each<numbers>(
      A, B, [&](const auto& a, const auto& b) { return fmod ? remainder(a, b) : modulo(a, b); })};
}

const Operator op("Mod", mod, {10, 13, 28});

}  // namespace
}  // namespace etalon
