// LSTMInt: a long short-term memory in integers; σ and tanh are the chip's tables, in Q11 to Q7.
//
//   gi  = ⌊(i2h_weight · data + i2h_bias) · 2^11 + ½⌋
//   gh  = ⌊(h2h_weight · h + h2h_bias) · 2^11 + ½⌋
//   i   = σ(sat16(gi_i + gh_i))
//   f   = σ(sat16(gi_f + gh_f))
//   g   = tanh(sat16(gi_g + gh_g))
//   o   = σ(sat16(gi_o + gh_o))
//   c   = (f · ⌊c · 2^7 + ½⌋ + i · g) / 2^14
//   h   = o · tanh(⌊c · 2^11 + ½⌋) / 2^14
//   out = sat8(⌊h · out_scale + ½⌋)
//
// The gates' rows are in the order i, f, g, o (ONNX's is i, o, f, c). The next step's h is
// out / out_scale; it enters its products, and hidden_o, at hidden_scale, which is out_scale unless
// given. HistC and cell_o are at cell_scale. A bias is at the scale of the products unless it has
// its own.
//   1   go_forward: 1 forward, 0 reverse, 2 both ways, the outputs side by side; mask holds the
//       sequences' lengths
// In the form that the exporter writes, with the attributes scale_i (or scale_x), scale_iw,
// scale_hw, scale_h and scale_o, the inputs are (X, [lengths], [h0, c0], W_ih, W_hh, [b_ih, b_hh]);
// h0, c0 and the outputs hidden and cell are h and c in float32. Without o_bits and scale_o, out is
// h in float32 too, and the next step's h. A node runs one way. num_layers is 1, dropout has no
// effect, and the attributes of the platform (thinker.h) change nothing.
#include "engine/formula.h"
#include "ops/thinker/quant/recurrent.h"

namespace etalon::thinker {
namespace {

enum LstmGate : size_t { i_gate, f_gate, g_gate, o_gate };

// One batch entry in one direction.
struct LstmCell {
  const Layer& layer;
  const Projection& from_input;
  const Projection& from_hidden;
  Reals h, c;

  Reals step(const Ints& x) {
    const Ints gi = from_input(x);
    const Ints gh = from_hidden(quantized(h, layer.hidden_scale));
    Reals out = empty_array<double>(h.shape());
    for (size_t j = 0; j < h.size(); ++j) {
      const auto sum = [&](LstmGate gate) { return sat16(gi(gate, j) + gh(gate, j)); };
      const int64_t i = sigmoid7(sum(i_gate));
      const int64_t f = sigmoid7(sum(f_gate));
      const int64_t g = tanh7(sum(g_gate));
      const int64_t o = sigmoid7(sum(o_gate));
      const int64_t c14 = f * in_q7(c(j)) + i * g;
      const int64_t h14 = o * tanh7(shifted_down(c14, 3));
      c(j) = static_cast<double>(c14) / 16384;
      out(j) = layer.output(static_cast<double>(h14) / 16384);
      h(j) = layer.state(out(j));
    }
    return out;
  }
};

void check_variant(const Call& call) {
  if (call.flag("mode") || call.maybe("PeepHoles") || call.maybe("PHScale")) {
    throw Unsupported("peepholes (mode {}, input PeepHoles) are not supported",
                      call.integer("mode"));
  }
  if (call.flag("project") || call.maybe("Project") || call.maybe("PScale")) {
    throw Unsupported("projection (project {}, input Project) is not supported",
                      call.integer("project"));
  }
  if (!call.flag("multi_io") && call.maybe("HistC")) {
    throw InvalidInput("multi_io is 0, and HistC is given");
  }
  if (call.flag("no_mask") && call.maybe("mask") && call.node().attributes.contains("no_mask")) {
    throw InvalidInput("no_mask is {}, and mask is given", call.integer("no_mask"));
  }
}

void check_state_size(const Call& call, size_t hidden) {
  const int64_t state_size = call.integer("state_size");
  if (state_size != 0 && state_size != static_cast<int64_t>(hidden)) {
    throw InvalidInput("state_size is {} where h2h_weight has {} columns", state_size, hidden);
  }
}

Layer layer_of(const Call& call) {
  if (in_exporter_form(call)) return exporter_form(call, 2);
  check_variant(call);
  Layer layer = document_form(call);
  layer.lengths = call.value("mask");
  layer.c = call.value("HistC");
  const bool scaled = !layer.c.absent() || call.wants("cell_o");
  if (scaled) layer.cell_scale = scale_input(call, "cell_scale");
  return layer;
}

// The cell states as they go out; nothing where the document's form does not ask for them.
Value cell_out(const Layer& layer, const Reals& c) {
  const Setting own(&Evaluation::rounding, nullptr);
  if (layer.float_states) return Tensor::decided(DType::float32, c);
  return layer.cell_scale ? Value(rescaled(c, *layer.cell_scale, 1)) : Value();
}

Values lstm_int(const Call& call) {
  Recurrent layer(call, layer_of(call), 4);
  if (!in_exporter_form(call)) check_state_size(call, layer.states().back());
  Reals hidden_o = empty_array<double>(layer.states());
  Reals cell_o = empty_array<double>(layer.states());
  for (size_t direction = 0; direction < layer.directions(); ++direction) {
    const Projection from_input = layer.from_input(direction);
    const Projection from_hidden = layer.from_hidden(direction);
    for (size_t b = 0; b < layer.batch(); ++b) {
      LstmCell cell{layer.layer(), from_input, from_hidden, layer.initial_h(direction, b),
                    layer.initial_c(direction, b)};
      layer.each_step(direction, b, [&](const Ints& x) { return cell.step(x); });
      set_vector_at(hidden_o, direction, b, cell.h);
      set_vector_at(cell_o, direction, b, cell.c);
    }
  }
  return {layer.out(), layer.hidden_out(hidden_o), cell_out(layer.layer(), cell_o)};
}

const Operator op("LSTMInt", lstm_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
