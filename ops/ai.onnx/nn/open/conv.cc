// Conv.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void no_elements(const Call& call) {
  at_point("empty", call.tensor("X").size() == 0 && call.tensor("W").size() == 0);
}

// An infinite weight over a 0 of the padding gives NaN, or counts for nothing if what lies in the
// padding is left out.
Tensor padding_left_out(const Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Reals W = open.call.tensor("W").as<double>();
  const Reals infinite = xt::isinf(W);
  if (xt::sum(infinite)() == 0) return open.Y;
  const auto weights = [&](const Reals& w) { return Tensor::decided(X.dtype(), w); };
  const auto where = [&] {
    // The infinite weights that fall on elements of X.
    const Tensor hits = open.again(
        {{"X", weights(full(X.shape(), 1.0))}, {"W", weights(infinite)}, {"B", Value()}});
    return Bools(nans(open.Y) && xt::equal(hits.as<double>(), 0.0));
  };
  const auto finite = [&] { return open.again({{"W", weights(xt::where(xt::isinf(W), 0.0, W))}}); };
  return choice(open.Y, "padding_times_infinity", where, "zeros", {{"left_out", finite}});
}

void sums(Opening& open) {
  open.Y = open_sums(open, {"X", "W", "B"});
  open.Y = padding_left_out(open);
}

const Open op("Conv", no_elements, sums);

}  // namespace
}  // namespace etalon
