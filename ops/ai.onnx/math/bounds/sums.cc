// Sum, Mean and CumSum of floats: a runtime may add in any order.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/cumulative.h"

namespace etalon {
namespace {

template <class R>
R sum_of(const std::vector<R>& x) {
  Sum<R> sum;
  for (const R& term : x) sum.add(term);
  return sum.result();
}

std::optional<Values> sum(const Call& call) {
  const std::vector<Tensor> data_0 = call.variadic("data_0");
  if (!is_float(data_0[0].dtype())) return std::nullopt;
  return Values{each(data_0, []<class R>(const std::vector<R>& x) -> R { return sum_of(x); })};
}

std::optional<Values> mean(const Call& call) {
  const std::vector<Tensor> data_0 = call.variadic("data_0");
  const auto count = static_cast<double>(data_0.size());
  return Values{
      each(data_0, [&]<class R>(const std::vector<R>& x) -> R { return sum_of(x) / count; })};
}

// Of each set's elements, those that come before a place.
std::optional<Values> cum_sum(const Call& call) {
  const Tensor& X = call.tensor("x");
  if (!is_float(X.dtype())) return std::nullopt;
  const bool exclusive = call.flag("exclusive"), reverse = call.flag("reverse");
  return Values{by_sets(X, {cumulative_axis(call)}, [&]<class R>(const Array<R>& x) {
    Array<R> y = x;
    const size_t size = x.shape()[1];
    for (size_t n = 0; n < x.shape()[0]; ++n) {
      Sum<R> sum;
      for (size_t i = 0; i < size; ++i) {
        const size_t at = reverse ? size - 1 - i : i;
        if (exclusive) y(n, at) = sum.result();
        sum.add(x(n, at));
        if (!exclusive) y(n, at) = sum.result();
      }
    }
    return y;
  })};
}

const Bounds op[] = {{"Sum", sum}, {"Mean", mean}, {"CumSum", cum_sum}};
const Sampled sampled_sums[] = {{"Sum", sum}, {"Mean", mean}, {"CumSum", cum_sum}};

}  // namespace
}  // namespace etalon
