// QMoE: MoE with the weights (q − zero_point) · scale, where q are integers of 2, 3, 4 or 8 bits,
// the lowest bits of a byte first. A scale is for a row, or for block_size numbers of it; the zero
// point is 2^(bits − 1) where it is left out. With quant_type fp8 they are q · scale, and
// a scale is for a square of block_size numbers each way, or without block_size for an expert.
// Experts are chosen by router_probs, and mixed by router_weights where they are there.
//   1
// The text has these formulas. Measured of onnxruntime 1.32.0: without router_weights the weights
// of the chosen experts are always divided by their sum; weights_prepacked −1 is the layout of 0.
#include "ops/com.microsoft/nn/moe.h"

namespace etalon {
namespace {

Values qmoe(const Call& call) {
  const Experts of = experts_of_qmoe(call);
  const Tensor& input = call.tensor("input");
  return {
      evaluated(input.dtype(), [&]<class R>() { return of.mixture<R>(); }).reshaped(input.shape())};
}

const Operator op("QMoE", qmoe, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
