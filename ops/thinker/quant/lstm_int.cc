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
#include "ops/thinker/quant/recurrent.h"

namespace etalon::thinker {
namespace {

enum Gate : size_t { i_gate, f_gate, g_gate, o_gate };

// One batch entry in one direction.
struct Cell {
  const Projection& from_input;
  const Projection& from_hidden;
  double out_scale, hidden_scale;
  Ints hidden;  // h at hidden_scale
  Reals c;

  Ints step(const Ints& x) {
    const Ints gi = from_input(x);
    const Ints gh = from_hidden(hidden);
    Ints out = empty_array<int64_t>(c.shape());
    for (size_t j = 0; j < c.size(); ++j) {
      const auto sum = [&](Gate gate) { return sat16(gi(gate, j) + gh(gate, j)); };
      const int64_t i = sigmoid7(sum(i_gate));
      const int64_t f = sigmoid7(sum(f_gate));
      const int64_t g = tanh7(sum(g_gate));
      const int64_t o = sigmoid7(sum(o_gate));
      const int64_t c14 = f * in_q7(c(j)) + i * g;
      const int64_t h14 = o * tanh7(shifted_down(c14, 3));
      c(j) = static_cast<double>(c14) / 16384;
      out(j) = quantized(static_cast<double>(h14) / 16384, out_scale);
      hidden(j) = quantized(static_cast<double>(out(j)) / out_scale, hidden_scale);
    }
    return out;
  }
};

void check_variant(const Call& call) {
  if (call.flag("mode") || call.maybe("PeepHoles") || call.maybe("PHScale")) {
    throw Unsupported("peepholes (mode {}, input PeepHoles) have no rule", call.integer("mode"));
  }
  if (call.flag("project") || call.maybe("Project") || call.maybe("PScale")) {
    throw Unsupported("projection (project {}, input Project) has no rule",
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

Reals initial_c(const Call& call, const Recurrent& layer, size_t direction, size_t b) {
  const Tensor* HistC = call.maybe("HistC");
  const double scale = HistC ? scale_input(call, "cell_scale") : 1;
  return Reals(layer.initial(HistC, direction, b)) / scale;
}

Values lstm_int(const Call& call) {
  check_variant(call);
  Recurrent layer(call, 4);
  check_state_size(call, layer.hidden());
  Ints hidden_o = empty_array<int64_t>(layer.states());
  Reals cell_o = empty_array<double>(layer.states());
  for (size_t direction = 0; direction < layer.directions(); ++direction) {
    const Projection from_input = layer.from_input(direction);
    const Projection from_hidden = layer.from_hidden(direction);
    for (size_t b = 0; b < layer.batch(); ++b) {
      Cell cell{from_input,
                from_hidden,
                layer.out_scale(),
                layer.hidden_scale(),
                layer.initial(call.maybe("HistH"), direction, b),
                initial_c(call, layer, direction, b)};
      layer.each_step(direction, b, [&](const Ints& x) { return cell.step(x); });
      set_vector_at(hidden_o, direction, b, cell.hidden);
      set_vector_at(cell_o, direction, b, cell.c);
    }
  }
  Values outputs{layer.out(), Tensor::of(DType::int8, hidden_o), Value()};
  if (call.wants("cell_o")) outputs[2] = rescaled(cell_o, scale_input(call, "cell_scale"), 1);
  return outputs;
}

const Operator op("LSTMInt", lstm_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
