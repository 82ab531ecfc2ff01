// BitShift: Z = X · 2^Y (direction LEFT) or ⌊X / 2^Y⌋ (RIGHT), elementwise with broadcasting; bits
//           moved past the type's width are lost.
//   11
//   28        signed integers; a negative Y moves all bits out
#include "engine/numerics/elementwise.h"

namespace etalon {
namespace {

// When all bits are moved out, what moved in is left: copies of the sign from the left, else 0.
template <class T>
T shifted(T x, T y, bool left, T width) {
  if (y < T{0} || y >= width) return !left && x < T{0} ? T(-1) : T{0};
  return left ? x << y : x >> y;
}

Values bit_shift(const Call& call) {
  const Tensor &X = call.tensor("X"), &Y = call.tensor("Y");
  const bool left = call.choice<bool>("direction", {{"LEFT", true}, {"RIGHT", false}});
  return {over_integers(X.dtype(), [&]<class T>() {
    const auto width = static_cast<T>(bit_width(X.dtype()));
    const auto f = [&](T x, T y) { return shifted(x, y, left, width); };
    return elementwise<T>(X.dtype(), X, Y, f);
  })};
}

const Operator op("BitShift", bit_shift, {11, 28});

}  // namespace
}  // namespace etalon
