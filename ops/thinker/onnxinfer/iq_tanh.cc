// iqTanh: sat8(⌊f(X / scale_x) · scale_y + ½⌋) with f(X) = tanh(X) in float32; scale_y is also
// called scale_o.
//   1   of int16, numbers of Q11: the chip's piecewise-linear table, at the scale 128 (a form that
//       the document lacks)
//       the attributes of the platform (thinker.h) change nothing
#include "ops/thinker/onnxinfer/activation.h"

namespace etalon::thinker {
namespace {

Values iq_tanh(const Call& call) { return activation(call, "Tanh", "input", tanh7); }

const Operator op("iqTanh", iq_tanh, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
