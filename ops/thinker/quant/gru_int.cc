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
#include "ops/thinker/quant/recurrent.h"

namespace etalon::thinker {
namespace {

enum Gate : size_t { r_gate, z_gate, n_gate };

// One batch entry in one direction.
struct Cell {
  const Projection& from_input;
  const Projection& from_hidden;
  double out_scale, hidden_scale;
  Ints hidden;  // h at hidden_scale
  Reals h = Reals(hidden) / hidden_scale;

  Ints step(const Ints& x) {
    const Ints gi = from_input(x);
    const Ints gh = from_hidden(hidden);
    Ints out = empty_array<int64_t>(h.shape());
    for (size_t j = 0; j < h.size(); ++j) {
      const int64_t r = sigmoid7(gi(r_gate, j) + gh(r_gate, j));
      const int64_t z = sigmoid7(gi(z_gate, j) + gh(z_gate, j));
      const int64_t n = tanh7(gi(n_gate, j) + shifted_down(r * gh(n_gate, j), 7));
      const int64_t h14 = n * 128 + z * (in_q7(h(j)) - n);
      out(j) = quantized(static_cast<double>(h14) / 16384, out_scale);
      h(j) = static_cast<double>(out(j)) / out_scale;
      hidden(j) = quantized(h(j), hidden_scale);
    }
    return out;
  }
};

Values gru_int(const Call& call) {
  Recurrent layer(call, 3);
  Ints hidden_o = empty_array<int64_t>(layer.states());
  for (size_t direction = 0; direction < layer.directions(); ++direction) {
    const Projection from_input = layer.from_input(direction);
    const Projection from_hidden = layer.from_hidden(direction);
    for (size_t b = 0; b < layer.batch(); ++b) {
      Cell cell{from_input, from_hidden, layer.out_scale(), layer.hidden_scale(),
                layer.initial(call.maybe("HistH"), direction, b)};
      layer.each_step(direction, b, [&](const Ints& x) { return cell.step(x); });
      set_vector_at(hidden_o, direction, b, cell.hidden);
    }
  }
  return {layer.out(), Tensor::of(DType::int8, hidden_o)};
}

const Operator op("GRUInt", gru_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
