#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {

Quantization::Quantization(const Call& call, std::string_view X) {
  const std::string name(X);
  const Tensor* given = call.maybe(name + "_zero_point");
  scale = call.tensor(name + "_scale").item<double>();
  zero_point = given ? given->item<double>() : 0;
}

Tensor centred(const Call& call, std::string_view X) {
  const Tensor zero_point = scalar(DType::int32, int64_t(Quantization(call, X).zero_point));
  return Tensor::decided(DType::float64, centred(call.tensor(X), zero_point));
}

Tensor saturated(const Call& call, const Tensor& whole) {
  const DType type = call.tensor("A").dtype();
  const double zero_point = Quantization(call, "C").zero_point;
  Ints values = empty_array<int64_t>(whole.shape());
  const Reals sums = whole.as<double>() + zero_point;
  std::transform(sums.begin(), sums.end(), values.begin(), Saturation(type));
  return Tensor::of(type, values);
}

}  // namespace etalon
