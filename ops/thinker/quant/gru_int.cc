// GRUInt: a gated recurrent unit in integers; σ and tanh are the chip's tables, in Q11 to Q7.
//
//   gi  = ⌊(i2h_weight · data + i2h_bias) · 2^11 + ½⌋
//   gh  = ⌊(h2h_weight · h + h2h_bias) · 2^11 + ½⌋
//   r   = σ(gi_r + gh_r)
//   z   = σ(gi_z + gh_z)
//   n   = tanh(gi_n + ⌊r · gh_n / 2^7 + ½⌋)
//   h   = (n · 2^7 + z · (⌊h · 2^7 + ½⌋ − n)) / 2^14
//   out = sat8(⌊h · out_scale + ½⌋)
//
// The gates' rows are in the order r, z, n (ONNX's is z, r, h). The next step's h is
// out / out_scale; it enters its products, and hidden_o, at hidden_scale, which is out_scale unless
// given. A bias is at the scale of the products unless it has its own.
//   1   go_forward: 1 forward, 0 reverse, 2 both ways, the outputs side by side
// In the form that the exporter writes, with the attributes scale_i (or scale_x), scale_iw,
// scale_hw, scale_h and scale_o, the inputs are (X, [lengths], [h0], W_ih, W_hh, [b_ih, b_hh]); h0
// and the output hidden are h in float32. Without o_bits and scale_o, out is h in float32 too, and
// the next step's h. A node runs one way. num_layers is 1, dropout has no effect, and the
// attributes of the platform (thinker.h) change nothing. With lengths, and with lengths and h0, the
// exporter calls the operator GRUInt_Is8_Is64 and GRUInt_Is8_Is64_If32.
#include "ops/thinker/quant/recurrent.h"

namespace etalon::thinker {
namespace {

enum GruGate : size_t { r_gate, z_gate, n_gate };

// One batch entry in one direction.
struct GruCell {
  const Layer& layer;
  const Projection& from_input;
  const Projection& from_hidden;
  Reals h;

  Reals step(const Ints& x) {
    const Ints gi = from_input(x);
    const Ints gh = from_hidden(quantized(h, layer.hidden_scale));
    Reals out = empty_array<double>(h.shape());
    for (size_t j = 0; j < h.size(); ++j) {
      const int64_t r = sigmoid7(gi(r_gate, j) + gh(r_gate, j));
      const int64_t z = sigmoid7(gi(z_gate, j) + gh(z_gate, j));
      const int64_t n = tanh7(gi(n_gate, j) + shifted_down(r * gh(n_gate, j), 7));
      const int64_t h14 = n * 128 + z * (in_q7(h(j)) - n);
      out(j) = layer.output(static_cast<double>(h14) / 16384);
      h(j) = layer.state(out(j));
    }
    return out;
  }
};

Values gru_int(const Call& call) {
  Recurrent layer(call, in_exporter_form(call) ? exporter_form(call, 1) : document_form(call), 3);
  Reals hidden_o = empty_array<double>(layer.states());
  for (size_t direction = 0; direction < layer.directions(); ++direction) {
    const Projection from_input = layer.from_input(direction);
    const Projection from_hidden = layer.from_hidden(direction);
    for (size_t b = 0; b < layer.batch(); ++b) {
      GruCell cell{layer.layer(), from_input, from_hidden, layer.initial_h(direction, b)};
      layer.each_step(direction, b, [&](const Ints& x) { return cell.step(x); });
      set_vector_at(hidden_o, direction, b, cell.h);
    }
  }
  return {layer.out(), layer.hidden_out(hidden_o)};
}

const Operator op("GRUInt", gru_int, {1}, "thinker");
const Operator with_lengths("GRUInt_Is8_Is64", gru_int, {1}, "thinker");
const Operator with_state("GRUInt_Is8_Is64_If32", gru_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
