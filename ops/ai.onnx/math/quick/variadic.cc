// Sum and Mean without a list of each element's operands.
#include "ops/ai.onnx/math/variadic.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

std::vector<Tensor> inputs_of(const Call& call) {
  const std::vector<Tensor> data_0 = call.variadic("data_0");
  return call.since_version() < 8 ? of_equal_shapes(data_0) : data_0;
}

// f(sum) of the sum of the inputs' elements, which are floats and broadcast.
template <class F>
std::optional<Values> of_sum(const std::vector<Tensor>& inputs, F f) {
  if (!is_float(inputs[0].dtype())) return std::nullopt;
  const Shape shape = broadcast_shapes(inputs);
  std::vector<RealElements> x;
  for (const Tensor& input : inputs) x.emplace_back(broadcast_to(input, shape));
  return Values{by_position(inputs[0].dtype(), shape, [&]<class R>(size_t position) -> R {
    R sum = x[0].at<R>(position);
    for (size_t n = 1; n < x.size(); ++n) sum += x[n].at<R>(position);
    return f(sum);
  })};
}

// One sum is rounded once; and sums of integers wrap in any order.
std::optional<Values> sum(const Call& call) {
  const std::vector<Tensor> data_0 = inputs_of(call);
  if (data_0.size() == 2 || is_integer(data_0[0].dtype())) {
    return Values{folded(data_0, [](const auto& a, const auto& b) { return a + b; })};
  }
  return of_sum(data_0, []<class R>(const R& sum) { return sum; });
}

std::optional<Values> mean(const Call& call) {
  const std::vector<Tensor> data_0 = inputs_of(call);
  const auto count = static_cast<double>(data_0.size());
  return of_sum(data_0, [&]<class R>(const R& sum) -> R { return sum / count; });
}

const Quick op[] = {{"Sum", sum}, {"Mean", mean}};

}  // namespace
}  // namespace etalon
