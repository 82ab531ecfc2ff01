// BiasSoftmax, as runtimes compute it: less the maximum.
#include "ops/com.microsoft/math/bias_softmax.h"
#include "engine/numerics/exponentials.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

std::optional<Values> less_greatest(const Call& call) {
  const BiasedScores of(call);
  if (holds_infinity(of.data) || holds_infinity(of.bias)) return std::nullopt;
  const auto formula = [&]<class R>(const Array<R>& x, const Sets& sets) -> Array<R> {
    const Array<R> S = x + sets.elements<R>(of.bias), e = real::exp(S - max_over(S));
    return e / sum_over(e);
  };
  return Values{by_sets(of.data, of.axes, formula)};
}

const Bounds op("BiasSoftmax", less_greatest);
const Sampled sampled_bias_softmax("BiasSoftmax", less_greatest);

}  // namespace
}  // namespace etalon
