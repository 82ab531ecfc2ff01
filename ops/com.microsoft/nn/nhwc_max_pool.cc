// NhwcMaxPool: y = MaxPool of ai.onnx, with the channels last: y[n, o…, c] is the greatest of x[n,
// o·strides + k·dilations − pads, c] over the kernel's elements k, padding left out.
//   1
// There is no text: measured of onnxruntime 1.32.0.
#include "engine/formula.h"
#include "ops/com.microsoft/channels_last.h"

namespace etalon {
namespace {

Values nhwc_max_pool(const Call& call) {
  const Attributes attributes = shared_attributes(call, "MaxPool", 12);
  const Tensor X = channels_first(call.tensor("x"));
  return {channels_last(step_of(call, "MaxPool", 12, {{"X", X}}, attributes)[0].tensor())};
}

const Operator op("NhwcMaxPool", nhwc_max_pool, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
