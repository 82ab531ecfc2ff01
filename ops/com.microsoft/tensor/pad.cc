// Pad: output[i] = data[i − begin] along each axis, as ai.onnx's Pad-13 with the modes constant
// (value, 0 by default), reflect and edge; a negative number removes entries. pads is [2 · rank] or
// [1, 2 · rank].
//   1
// Where reflect takes more entries than there are, the text does not say what follows: here the
// entries are reflected again; onnxruntime 1.32.0 refuses it, and takes a mode wrap beside the
// three.
#include "engine/formula.h"

namespace etalon {
namespace {

Values pad(const Call& call) {
  const Tensor &data = call.tensor("data"), &pads = call.tensor("pads");
  if (pads.rank() == 2) {
    require_shape("pads", pads, {1, 2 * data.rank()});
  } else {
    require_shape("pads", pads, {2 * data.rank()});
  }
  return delegate(call, "Pad", 13,
                  {{"data", data},
                   {"pads", pads.reshaped({pads.size()})},
                   {"constant_value", call.value("value")}},
                  shared_attributes(call, "Pad", 13));
}

const Operator op("Pad", pad, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
