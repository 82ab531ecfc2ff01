// What GRUInt and LSTMInt share: their inputs, the order of their steps, and products in Q11.
//
// The state of a step is a vector of H numbers; a number v of "Qn" is the integer v · 2^n. Data is
// [seq_length, batch, input] or, with batch_first, [batch, seq_length, input]; weights are
// [directions, gates · H, K] or [directions · gates · H, K], with the gates' rows one after
// another.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "ops/thinker/thinker.h"

namespace etalon::thinker {

// Rows of weights W [rows, K], each with a bias, for one direction.
class Projection {
 public:
  // `W` holds all directions; `scale` is that of the products with a quantized vector. The bias,
  // null for none, is [directions, rows] in any shape, at `bias_scale`. Throws InvalidInput for
  // shapes that do not fit.
  Projection(const Tensor& W, const Tensor* bias, double bias_scale, double scale, size_t direction,
             size_t directions, size_t rows, size_t K);
  // ⌊(Σ W · x + bias) · 2^11 / scale + ½⌋ for each row, within int32.
  std::vector<int64_t> operator()(const int64_t* x) const;

 private:
  std::vector<int64_t> weights_;
  std::vector<double> bias_;  // at scale_
  double scale_;
  size_t K_;
};

// The inputs, read and checked for a layer of so many gates.
class Recurrent {
 public:
  Recurrent(const Call& call, size_t gates);

  size_t directions() const { return directions_; }
  size_t batch() const { return batch_; }
  size_t hidden() const { return hidden_; }
  double out_scale() const { return out_scale_; }
  double hidden_scale() const { return hidden_scale_; }

  Projection from_input(size_t direction) const {
    return projection("i2h", data_scale_, input_, direction);
  }
  Projection from_hidden(size_t direction) const {
    return projection("h2h", hidden_scale_, hidden_, direction);
  }
  // Batch entry `b`'s element of a state [directions, batch, H], as numbers; 0 when it is null.
  std::vector<int64_t> initial(const Tensor* state, size_t direction, size_t b) const;

  // Calls step(x) for batch entry `b` at each time up to its length, backwards for direction 1 and
  // for go_forward 0; x is the data's K integers, and what step returns, H numbers, is the output
  // there.
  template <class Step>
  void each_step(size_t direction, size_t b, Step step) {
    const size_t length = lengths_[b];
    for (size_t i = 0; i < length; ++i) {
      count_step();
      const size_t t = backwards(direction) ? length - 1 - i : i;
      const std::vector<int64_t> y = step(data_.data() + (t * batch_ + b) * input_);
      std::copy(y.begin(), y.end(),
                out_.data() + ((t * batch_ + b) * directions_ + direction) * hidden_);
    }
  }
  // The outputs of all steps: int8 [seq_length, batch, directions · H], or as batch_first has it;
  // 0 beyond an entry's length.
  Tensor out() const;

 private:
  bool backwards(size_t direction) const;
  // The inputs "i2h_…" or "h2h_…", for products with K integers at scale `x_scale`.
  Projection projection(const std::string& prefix, double x_scale, size_t K,
                        size_t direction) const;
  void check_flags() const;
  void read_data();
  void read_lengths();

  const Call& call_;
  size_t gates_, directions_;
  size_t steps_ = 0, batch_ = 0, input_ = 0, hidden_ = 0;
  double data_scale_ = 1, out_scale_ = 1, hidden_scale_ = 1;
  Ints data_;  // [seq_length, batch, input]
  Ints out_;
  std::vector<size_t> lengths_;
};

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

}  // namespace etalon::thinker
