// BatchNorm1dInt, BatchNorm2dInt: BatchNormalization (ONNX's, version 9) of X / scale_mul_x with
// scale / scale_mul_w and bias / scale_add_b, in float32, rounded to int8 at scale_add_o.
//   1
//       the attributes of the platform (thinker.h) change nothing
// In the form that the exporter writes, which the document lacks, with folded weights, int32 bias
// and the attributes scale_x, scale_w and scale_o, for each channel:
//
//   Y = sat8(⌊(X · scale + bias) · scale_o / (scale_x · scale_w) + ½⌋)
//   Y = (X · scale + bias) / (scale_x · scale_w) in float32 without scale_o and o_bits
//
// mean and var are not used. o_bits 16 and 32 give int16 and int32, which saturate likewise.
#include "engine/formula.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values normalized(const Call& call) {
  const auto real = [&](std::string_view input, std::string_view scale) {
    return dequantized(call.tensor(input).as<double>(), scale_attribute(call, scale));
  };
  const Values Y = delegate(call, "BatchNormalization", 9,
                            {{"X", real("X", "scale_mul_x")},
                             {"scale", real("scale", "scale_mul_w")},
                             {"B", real("bias", "scale_add_b")},
                             {"mean", call.tensor("mean")},
                             {"var", call.tensor("var")}},
                            attributes_of({attribute_of("epsilon", call.real("epsilon"))}));
  return {rescaled(Y.at(0).tensor().as<double>(), scale_attribute(call, "scale_add_o"), 1)};
}

// One value for each channel of X, shaped to broadcast to it.
Reals by_channel(const Call& call, std::string_view input, const Tensor& X) {
  const Tensor& values = call.tensor(input);
  if (X.rank() < 2 || values.shape() != Shape{X.dim(1)}) {
    throw InvalidInput("{} has the shape {} where X has the shape {}", input,
                       to_string(values.shape()), to_string(X.shape()));
  }
  return along(values.as<double>(), 1, X.rank());
}

Values folded(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Reals w = by_channel(call, "scale", X);
  const Reals b = by_channel(call, "bias", X);
  const Reals Y = X.as<double>() * w + b;
  const double scale = scale_attribute(call, "scale_x") * scale_attribute(call, "scale_w");
  return {at_output_scale(call, Y, scale)};
}

Values batch_norm_int(const Call& call) {
  const size_t rank = call.tensor("X").rank();
  if (rank > 4) throw InvalidInput("X has {} dimensions; it may have 4", rank);
  return call.has("scale_x") ? folded(call) : normalized(call);
}

const Operator op[] = {{"BatchNorm1dInt", batch_norm_int, {1}, "thinker"},
                       {"BatchNorm2dInt", batch_norm_int, {1}, "thinker"}};

}  // namespace
}  // namespace etalon::thinker
