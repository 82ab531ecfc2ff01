// iqSigmoid: sat8(⌊f(X / scale_x) · scale_y + ½⌋) with f(X) = 1 / (1 + exp(−X)) in float32; scale_y
// is also called scale_o.
//   1   of int16, numbers of Q11: the chip's piecewise-linear table, at the scale 128 (a form that
//       the document lacks)
//       the attributes of the platform (thinker.h) change nothing
#include "ops/thinker/onnxinfer/activation.h"

namespace etalon::thinker {
namespace {

Values iq_sigmoid(const Call& call) { return activation(call, "Sigmoid", "X", sigmoid7); }

const Operator op("iqSigmoid", iq_sigmoid, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
