// QLinearConcat: Y = saturate(round(scale · (x − zero_point) / Y_scale) + Y_zero_point), ties to
// even, of the tensors x of `inputs`, joined along `axis`.
//   1
// `inputs` are a “list of tensors/scale/zero_point”, three inputs for each tensor. That numbers are
// requantized, how they are rounded, and that they saturate is measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

// “The type is sequence of (T8, TF, T8)”: T8 is one type, that of Y.
void require_types(const Call& call, const std::vector<Tensor>& inputs) {
  const DType T8 = call.tensor("Y_zero_point").dtype();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const DType wanted = i % 3 == 1 ? DType::float32 : T8;
    if (inputs[i].dtype() == wanted) continue;
    throw InvalidInput("inputs has {} at position {}, where the type is {}",
                       name(inputs[i].dtype()), i, name(wanted));
  }
}

Values qlinear_concat(const Call& call) {
  const std::vector<Tensor> inputs = call.variadic("inputs");
  if (inputs.size() % 3 != 0) {
    throw InvalidInput("inputs are {}, not three for each tensor", inputs.size());
  }
  require_types(call, inputs);
  const Quantization of_Y(call, "Y");
  std::vector<Tensor> quotients;
  for (size_t i = 0; i < inputs.size(); i += 3) {
    const Quantization of_x("a scale in inputs", inputs[i + 1], "a zero point in inputs",
                            &inputs[i + 2]);
    quotients.push_back(each(of_x.centred(inputs[i]), [&]<class R>(const R& q) -> R {
      return of_x.scale * q / of_Y.scale;
    }));
  }
  const size_t axis = axis_index(call.integer("axis"), inputs.at(0).rank());
  return requantized(call.tensor("Y_zero_point").dtype(), concat(quotients, axis), of_Y);
}

const Operator op("QLinearConcat", qlinear_concat, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
