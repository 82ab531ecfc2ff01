#include "ops/ai.onnx/quantization/qlinear.h"

#include "engine/numerics/convolution.h"
#include "engine/numerics/elementwise.h"
#include "engine/numerics/matmul.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

// f(sum, x_scale, w_scale, y_scale) for each sum of a QLinearConv.
template <class F>
Reals with_scales(const Call& call, const Reals& sum, F f) {
  const Tensor w_scale = along(call.tensor("w_scale"), sum.shape(), 1);
  const double y_scale = call.tensor("y_scale").item<double>();
  const double x_scale = call.tensor("x_scale").item<double>();
  return elementwise(sum, w_scale.as<double>(),
                     [&](double value, double w) { return f(value, x_scale, w, y_scale); });
}

Tensor for_each_element(const Tensor& values, const Shape& shape) {
  return broadcast_to(values.size() == 1 ? values.reshaped({}) : values, shape);
}

}  // namespace

void require_pairs_of_channels(const Call& call) {
  require_pairs(call, {"x", "w", "y"});
  for (const char* input : {"x_scale", "w_scale", "y_scale"}) {
    if (call.tensor(input).rank() < 2) continue;
    throw InvalidInput("{} has the shape {}, neither a scalar's nor a vector's", input,
                       to_string(call.tensor(input).shape()));
  }
}

Reals integer_convolution(const Call& call) {
  require_pairs_of_channels(call);
  const Tensor& x = call.tensor("x");
  const Tensor& w = call.tensor("w");
  const Window window = convolution_window(call, x, w);
  const Tensor w_zero_point = along(call.tensor("w_zero_point"), w.shape(), 0);
  const Reals product = convolve(centred(x, call.tensor("x_zero_point")), centred(w, w_zero_point),
                                 window, size_t(call.integer("group")));
  return filled_by_channel(product.shape(), call.maybe("B")) + product;
}

Reals quotients(const Call& call, const Reals& sum) {
  return with_scales(call, sum,
                     [](double value, double x, double w, double y) { return value * x * w / y; });
}

Reals rounded_quotients(const Call& call, const Reals& sum) {
  return with_scales(call, sum, rounded_quotient);
}

Scales scales_of(const Call& call, const Shape& product) {
  return {for_each_element(by_row(call.tensor("a_scale")), product),
          for_each_element(by_column(call.tensor("b_scale")), product),
          for_each_element(by_row(call.tensor("y_scale")), product),
          for_each_element(by_row(call.tensor("y_zero_point")), product)};
}

Reals integer_product(const Call& call) {
  require_pairs(call, {"a", "b", "y"});
  const Reals a = centred(call.tensor("a"), by_row(call.tensor("a_zero_point")));
  const Reals b = centred(call.tensor("b"), by_column(call.tensor("b_zero_point")));
  return matmul(a, b);
}

Reals rounded_quotients(const Reals& product, const Scales& scales) {
  const Reals a = scales.a.as<double>(), b = scales.b.as<double>(), y = scales.y.as<double>();
  Reals quotients = empty_array<double>(product.shape());
  for (size_t i = 0; i < product.size(); ++i) {
    quotients.data()[i] =
        rounded_quotient(product.data()[i], a.data()[i], b.data()[i], y.data()[i]);
  }
  return quotients;
}

}  // namespace etalon
