// BiasDropout: output = (data + bias) · mask / (1 − ratio) + residual, where mask is false with
// probability ratio, and ratio is 0.5 by default; outside training output = data + bias + residual,
// and mask is true. bias is of data's last axis, or of data's shape.
//   1
// onnxruntime 1.32.0 has no CPU kernel of it.
#include "engine/formula.h"

namespace etalon {
namespace {

// What ai.onnx's Dropout keeps of data.
Tensor kept(const Call& call) {
  Attributes seed;
  if (call.has("seed")) seed = attributes_of({call.attribute("seed")});
  return step_of(call, "Dropout", 13,
                 {{"data", call.value("data")},
                  {"ratio", call.value("ratio")},
                  {"training_mode", call.value("training_mode")}},
                 seed)
      .at(1)
      .tensor();
}

Values bias_dropout(const Call& call) {
  const Tensor &data = call.tensor("data"), &bias = call.tensor("bias");
  const Tensor *residual = call.maybe("residual"), *ratio = call.maybe("ratio");
  require_rank_from("data", data, 1);
  if (bias.shape() != data.shape()) require_shape("bias", bias, {data.shape().back()});
  if (residual) require_shape("residual", *residual, data.shape());
  const Tensor* training_mode = call.maybe("training_mode");
  const bool trains = training_mode && training_mode->item<bool>();
  const double dropped = !trains ? 0 : ratio ? ratio->item<double>() : 0.5;
  const Tensor mask = trains ? kept(call) : Tensor::of(DType::boolean, full(data.shape(), true));
  const Tensor added = residual ? *residual : scalar(data.dtype(), -0.0);
  const Tensor factor = Tensor::decided(DType::float64, Reals(xt::cast<double>(mask.as<bool>())));
  const auto formula = [&]<class R>(const R& x, const R& b, const R& m, const R& r) -> R {
    return (x + b) * m / (1 - R(dropped)) + r;
  };
  return {each(data, bias, factor, added, formula), mask};
}

const Operator op("BiasDropout", bias_dropout, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
