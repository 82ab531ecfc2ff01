// LeakyRelu: Y = alpha · X for X < 0, X otherwise, elementwise.
//   1, 6, 16  16: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values leaky_relu(const Call& call) {
  const double alpha = call.real("alpha");
  return {each<numbers>(call.tensor("X"), [&]<class R>(const R& x) -> R {
    const R scaled = R(alpha * x);
    return x < 0 ? scaled : x;
  })};
}

const Operator op("LeakyRelu", leaky_relu, {1, 6, 16});

}  // namespace
}  // namespace etalon
