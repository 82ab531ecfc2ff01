// LSTMInt: a long short-term memory in integers. With gi and gh the products of the data and of the
// hidden state with their weights, plus bias, in Q11, rows in the order i, f, g, o (ONNX's is
// i, o, f, c), their sum within int16:
//   i = σ(gi_i + gh_i)    f = σ(gi_f + gh_f)    g = tanh(gi_g + gh_g)    o = σ(gi_o + gh_o)     in
//   Q7 c = (f · ⌊c · 2^7 + ½⌋ + i · g) / 2^14    h = o · tanh(⌊c · 2^11 + ½⌋) / 2^14 out = q =
//   sat8(⌊h · out_scale + ½⌋)
// σ and tanh are the chip's tables, and the next step's h is q / out_scale.
//   1   go_forward: 1 forward, 0 reverse, 2 both ways, the outputs side by side; mask holds the
//       sequences' lengths
// The hidden state enters its products, and hidden_o, at hidden_scale: out_scale unless given.
// HistC and cell_o are at cell_scale. A bias is at the scale of the products unless it has its own.
#include "ops/thinker/quant/recurrent.h"

namespace etalon::thinker {
namespace {

class Cell {
 public:
  Cell(const Recurrent& layer, size_t direction, const std::vector<int64_t>& hidden,
       const std::vector<double>& c)
      : layer_(layer),
        from_input_(layer.from_input(direction)),
        from_hidden_(layer.from_hidden(direction)),
        hidden_(hidden),
        c_(c) {}

  std::vector<int64_t> step(const int64_t* x) {
    const std::vector<int64_t> gi = from_input_(x);
    const std::vector<int64_t> gh = from_hidden_(hidden_.data());
    const size_t H = c_.size();
    std::vector<int64_t> out(H);
    for (size_t j = 0; j < H; ++j) {
      const auto gate = [&](size_t k) { return sat16(gi[k * H + j] + gh[k * H + j]); };
      const int64_t i = sigmoid7(gate(0));
      const int64_t f = sigmoid7(gate(1));
      const int64_t g = tanh7(gate(2));
      const int64_t o = sigmoid7(gate(3));
      const int64_t c7 = in_q7(c_[j]);
      const int64_t cy14 = f * c7 + i * g;
      const int64_t hy14 = o * tanh7(shifted_down(cy14, 3));
      c_[j] = static_cast<double>(cy14) / 16384;
      out[j] = quantized(static_cast<double>(hy14) / 16384, layer_.out_scale());
      hidden_[j] =
          quantized(static_cast<double>(out[j]) / layer_.out_scale(), layer_.hidden_scale());
    }
    return out;
  }
  const std::vector<int64_t>& hidden() const { return hidden_; }
  const std::vector<double>& c() const { return c_; }

 private:
  const Recurrent& layer_;
  Projection from_input_, from_hidden_;
  std::vector<int64_t> hidden_;  // at hidden_scale
  std::vector<double> c_;
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

std::vector<double> initial_cell(const Call& call, const Recurrent& layer, size_t direction,
                                 size_t b) {
  const Tensor* HistC = call.maybe("HistC");
  std::vector<double> c;
  const double scale = HistC ? scale_input(call, "cell_scale") : 1;
  for (const int64_t q : layer.initial(HistC, direction, b)) {
    c.push_back(static_cast<double>(q) / scale);
  }
  return c;
}

Values lstm_int(const Call& call) {
  check_variant(call);
  Recurrent layer(call, 4);
  const int64_t state_size = call.integer("state_size");
  if (state_size != 0 && state_size != static_cast<int64_t>(layer.hidden())) {
    throw InvalidInput("state_size is {} where h2h_weight has {} columns", state_size,
                       layer.hidden());
  }
  const Shape states{layer.directions(), layer.batch(), layer.hidden()};
  Ints hidden_o = empty_array<int64_t>(states);
  Reals cell_o = empty_array<double>(states);
  auto hidden = hidden_o.data();
  auto c = cell_o.data();
  for (size_t direction = 0; direction < layer.directions(); ++direction) {
    for (size_t b = 0; b < layer.batch(); ++b) {
      Cell cell(layer, direction, layer.initial(call.maybe("HistH"), direction, b),
                initial_cell(call, layer, direction, b));
      layer.each_step(direction, b, [&](const int64_t* x) { return cell.step(x); });
      hidden = std::copy(cell.hidden().begin(), cell.hidden().end(), hidden);
      c = std::copy(cell.c().begin(), cell.c().end(), c);
    }
  }
  Values outputs{layer.out(), Tensor::of(DType::int8, hidden_o), Value()};
  if (call.wants("cell_o")) outputs[2] = rescaled(cell_o, scale_input(call, "cell_scale"), 1);
  return outputs;
}

const Operator op("LSTMInt", lstm_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
