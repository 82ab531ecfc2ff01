// Abs: Y = |X|, elementwise; a signed integer's lowest value stays, as negation wraps.
//   1, 6, 13  6: integers; 13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

template <class R>
R magnitude(const R& x) {
  if constexpr (std::integral<R>) {
    return x < R(0) ? -x : x;
  } else {
    return real::abs(x);
  }
}

Values abs(const Call& call) {
  return {each<numbers>(call.tensor("X"), [](const auto& x) { return magnitude(x); })};
}

const Operator op("Abs", abs, {1, 6, 13});

}  // namespace
}  // namespace etalon
