// What GRUInt and LSTMInt share: the two forms of their inputs, the order of their steps, and
// integer arithmetic.
//
// A number v "in Qn" is the integer v · 2^n. Data is [seq_length, batch, input] or, with
// batch_first, [batch, seq_length, input]. Weights are [directions, gates · H, K] or
// [directions · gates · H, K], with the gates' rows one after another.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "engine/values/rounding.h"
#include "ops/thinker/tables.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {

// v within int16.
inline int64_t sat16(int64_t v) { return std::clamp<int64_t>(v, -32768, 32767); }
// ⌊v / 2^places + ½⌋.
inline int64_t shifted_down(int64_t v, int places) {
  return (v + (int64_t{1} << (places - 1))) >> places;
}
// ⌊v · 2^7 + ½⌋, within int32.
inline int64_t in_q7(double v) {
  return static_cast<int64_t>(std::clamp(round_half_up(v * 128), -0x1p31, 0x1p31 - 1));
}
// sat8(⌊v · scale + ½⌋).
inline int64_t quantized(double v, double scale) {
  return static_cast<int64_t>(std::clamp(round_half_up(v * scale), -128.0, 127.0));
}
Ints quantized(const Reals& values, double scale);

// The weights for the data or for the hidden state, and their bias, which may be absent.
struct Weights {
  Tensor W;
  double scale = 1;
  Value bias;
  std::optional<double> bias_scale;  // that of the products unless it has its own
};

// A layer as its node gives it. The names are those of the document's form.
struct Layer {
  Tensor data;
  double data_scale = 1, hidden_scale = 1;
  std::optional<double> out_scale;  // without it the output is float32
  Weights i2h, h2h;
  // Absent unless given. The states are float32, or int8 at hidden_scale and at cell_scale.
  Value lengths, h, c;
  std::optional<double> cell_scale;
  bool float_states = false;  // the type of the states that go out

  // The output for the hidden state h, and the state that the next step finds for an output.
  double output(double state) const {
    return out_scale ? static_cast<double>(quantized(state, *out_scale)) : state;
  }
  double state(double output) const { return out_scale ? output / *out_scale : output; }
};

// The document's form: each scale is an input. Without mask and cell state. Throws InvalidInput for
// flags that contradict the inputs.
Layer document_form(const Call& call);
// The exporter's form: inputs (X, [lengths], [states], W_ih, W_hh, [b_ih, b_hh]), which their types
// tell apart (lengths int64, so many states float32, weights int8, biases int32), and the scales as
// attributes. A node runs one way. Throws InvalidInput for inputs in another order.
Layer exporter_form(const Call& call, size_t states);
bool in_exporter_form(const Call& call);

// One direction's weights, and its bias, for a quantized vector.
struct Projection {
  Ints W;        // [gates · H, K]
  Reals bias;    // [gates · H]
  double scale;  // of the products
  double bias_scale;
  size_t gates;

  // ⌊(W · x / scale + bias / bias_scale) · 2^11 + ½⌋, within int32: [gates, H], in Q11.
  Ints operator()(const Ints& x) const;
};

// Vectors as the last axis of an array of rank 3.
template <class T>
Array<T> vector_at(const Array<T>& array, size_t i, size_t j) {
  Array<T> vector = empty_array<T>({array.shape()[2]});
  for (size_t k = 0; k < vector.size(); ++k) vector(k) = array(i, j, k);
  return vector;
}
template <class T>
void set_vector_at(Array<T>& array, size_t i, size_t j, const Array<T>& vector) {
  for (size_t k = 0; k < vector.size(); ++k) array(i, j, k) = vector(k);
}

// A layer's steps, with so many gates. Each method throws InvalidInput for what does not fit.
class Recurrent {
 public:
  Recurrent(const Call& call, Layer layer, size_t gates);

  const Layer& layer() const { return layer_; }
  size_t directions() const { return directions_; }
  size_t batch() const { return batch_; }
  // [directions, batch, H].
  Shape states() const { return {directions_, batch_, hidden_}; }

  Projection from_input(size_t direction) const {
    return projection(layer_.i2h, direction, input_, layer_.data_scale);
  }
  Projection from_hidden(size_t direction) const {
    return projection(layer_.h2h, direction, hidden_, layer_.hidden_scale);
  }
  // The states before the first step, as real numbers; 0 unless given.
  Reals initial_h(size_t direction, size_t b) const;
  Reals initial_c(size_t direction, size_t b) const;

  // Calls step(x) for batch entry `b` at each time up to its length, backwards for direction 1 and
  // for go_forward 0. x holds the data's integers there; what step returns, H numbers, is the
  // output there.
  template <class Step>
  void each_step(size_t direction, size_t b, Step step) {
    const size_t length = lengths_[b];
    for (size_t i = 0; i < length; ++i) {
      count_step();
      const size_t t = backwards(direction) ? length - 1 - i : i;
      const Reals y = step(vector_at(data_, t, b));
      for (size_t j = 0; j < hidden_; ++j) out_(t, b, direction * hidden_ + j) = y(j);
    }
  }
  // The outputs of all steps, [seq_length, batch, directions · H] or as batch_first has it: int8 at
  // out_scale, or float32; 0 beyond an entry's length.
  Tensor out() const;
  // Hidden states, [directions, batch, H], as they go out.
  Tensor hidden_out(const Reals& h) const;

 private:
  bool backwards(size_t direction) const;
  // For products with K integers at `x_scale`.
  Projection projection(const Weights& weights, size_t direction, size_t K, double x_scale) const;
  Reals initial(const Value& state, std::optional<double> scale, size_t direction, size_t b) const;
  void read_data();
  void check_size(std::string_view attribute, std::string_view weights, size_t columns) const;
  void read_lengths();

  const Call& call_;
  Layer layer_;
  size_t gates_, directions_;
  size_t steps_ = 0, batch_ = 0, input_ = 0, hidden_ = 0;
  Ints data_;  // [seq_length, batch, input]
  Reals out_;  // [seq_length, batch, directions · H]
  std::vector<size_t> lengths_;
};

}  // namespace etalon::thinker
