// GRUInt: a gated recurrent unit in integers. With gi and gh the products of the data and of the
// hidden state with their weights, plus bias, in Q11, rows in the order r, z, n (ONNX's is z, r,
// h):
//   r = σ(gi_r + gh_r)    z = σ(gi_z + gh_z)    n = tanh(gi_n + ⌊r · gh_n / 2^7 + ½⌋)        in Q7
//   h = (n · 2^7 + z · (⌊h · 2^7 + ½⌋ − n)) / 2^14    out = q = sat8(⌊h · out_scale + ½⌋)
// σ and tanh are the chip's tables, and the next step's h is q / out_scale.
//   1   go_forward: 1 forward, 0 reverse, 2 both ways, the outputs side by side
// The hidden state enters its products, and hidden_o, at hidden_scale: out_scale unless given. A
// bias is at the scale of the products unless it has its own.
#include "ops/thinker/quant/recurrent.h"

namespace etalon::thinker {
namespace {

class Cell {
 public:
  Cell(const Recurrent& layer, size_t direction, const std::vector<int64_t>& hidden)
      : layer_(layer),
        from_input_(layer.from_input(direction)),
        from_hidden_(layer.from_hidden(direction)),
        hidden_(hidden) {
    for (const int64_t q : hidden) h_.push_back(static_cast<double>(q) / layer.hidden_scale());
  }

  std::vector<int64_t> step(const int64_t* x) {
    const std::vector<int64_t> gi = from_input_(x);
    const std::vector<int64_t> gh = from_hidden_(hidden_.data());
    const size_t H = h_.size();
    std::vector<int64_t> out(H);
    for (size_t j = 0; j < H; ++j) {
      const int64_t r = sigmoid7(gi[j] + gh[j]);
      const int64_t z = sigmoid7(gi[H + j] + gh[H + j]);
      const int64_t n = tanh7(gi[2 * H + j] + shifted_down(r * gh[2 * H + j], 7));
      const int64_t h7 = in_q7(h_[j]);
      const auto hy14 = static_cast<double>(n * 128 + z * (h7 - n));
      out[j] = quantized(hy14 / 16384, layer_.out_scale());
      h_[j] = static_cast<double>(out[j]) / layer_.out_scale();
      hidden_[j] = quantized(h_[j], layer_.hidden_scale());
    }
    return out;
  }
  const std::vector<int64_t>& hidden() const { return hidden_; }

 private:
  const Recurrent& layer_;
  Projection from_input_, from_hidden_;
  std::vector<int64_t> hidden_;  // at hidden_scale
  std::vector<double> h_;
};

Values gru_int(const Call& call) {
  Recurrent layer(call, 3);
  const Shape states{layer.directions(), layer.batch(), layer.hidden()};
  Ints hidden_o = empty_array<int64_t>(states);
  auto to = hidden_o.data();
  for (size_t direction = 0; direction < layer.directions(); ++direction) {
    for (size_t b = 0; b < layer.batch(); ++b) {
      Cell cell(layer, direction, layer.initial(call.maybe("HistH"), direction, b));
      layer.each_step(direction, b, [&](const int64_t* x) { return cell.step(x); });
      to = std::copy(cell.hidden().begin(), cell.hidden().end(), to);
    }
  }
  return {layer.out(), Tensor::of(DType::int8, hidden_o)};
}

const Operator op("GRUInt", gru_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
