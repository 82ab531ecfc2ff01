// Mean: the elementwise sum of all inputs, divided by their number.
//   13        ONNX's; and integers, which ONNX does not have: ⌊Σ / n + ½⌋, of the sum in 64 bits
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

// ⌊sum / n + ½⌋
int64_t quotient(int64_t sum, int64_t n) {
  const int64_t rest = (sum % n + n) % n;
  return (sum - rest) / n + (2 * rest >= n ? 1 : 0);
}

Values mean(const Call& call) {
  const std::vector<Tensor> data = call.variadic("data_n");
  const DType type = data[0].dtype();
  if (is_float(type)) return delegate(call, "Mean", 13);
  NamedValues wide;
  for (const Tensor& one : data) wide.emplace_back("data_0", cast(one, DType::int64));
  const Ints sum = delegate(call, "Sum", 13, wide).at(0).tensor().as<int64_t>();
  const auto n = static_cast<int64_t>(data.size());
  return {Tensor::of(type, by_element(sum, [&](int64_t each) { return quotient(each, n); }))};
}

const Operator op("Mean", mean, {13}, "thinker");

}  // namespace
}  // namespace etalon::thinker
