// What GRUInt and LSTMInt share: their inputs, the order of their steps, and integer arithmetic.
//
// A number v "in Qn" is the integer v · 2^n. Data is [seq_length, batch, input] or, with
// batch_first, [batch, seq_length, input]. Weights are [directions, gates · H, K] or
// [directions · gates · H, K], with the gates' rows one after another.
#pragma once

#include <algorithm>
#include <string>

#include "ops/thinker/tables.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {

// One direction's weights, and its bias, for a quantized vector.
struct Projection {
  Ints W;        // [gates · H, K]
  Reals bias;    // [gates · H], at `scale`
  double scale;  // of the products
  size_t gates;

  // ⌊(W · x + bias) · 2^11 / scale + ½⌋, within int32: [gates, H], in Q11.
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

// The inputs, read and checked for a layer of so many gates. Each method throws InvalidInput for
// what does not fit.
class Recurrent {
 public:
  Recurrent(const Call& call, size_t gates);

  size_t directions() const { return directions_; }
  size_t batch() const { return batch_; }
  size_t hidden() const { return hidden_; }
  // [directions, batch, H].
  Shape states() const { return {directions_, batch_, hidden_}; }
  double out_scale() const { return out_scale_; }
  double hidden_scale() const { return hidden_scale_; }

  Projection from_input(size_t direction) const {
    return projection("i2h", direction, input_, data_scale_);
  }
  Projection from_hidden(size_t direction) const {
    return projection("h2h", direction, hidden_, hidden_scale_);
  }
  // The quantized numbers of a state [directions, batch, H] for batch entry `b`; 0 when it is null.
  Ints initial(const Tensor* state, size_t direction, size_t b) const;

  // Calls step(x) for batch entry `b` at each time up to its length, backwards for direction 1 and
  // for go_forward 0. x holds the data's integers there; what step returns, H integers, is the
  // output there.
  template <class Step>
  void each_step(size_t direction, size_t b, Step step) {
    const size_t length = lengths_[b];
    for (size_t i = 0; i < length; ++i) {
      count_step();
      const size_t t = backwards(direction) ? length - 1 - i : i;
      const Ints y = step(vector_at(data_, t, b));
      for (size_t j = 0; j < hidden_; ++j) out_(t, b, direction * hidden_ + j) = y(j);
    }
  }
  // The outputs of all steps: int8 [seq_length, batch, directions · H], or as batch_first has it;
  // 0 beyond an entry's length.
  Tensor out() const;

 private:
  bool backwards(size_t direction) const;
  // The inputs "i2h_…" or "h2h_…", for products with K integers at `x_scale`.
  Projection projection(const std::string& prefix, size_t direction, size_t K,
                        double x_scale) const;
  void check_flags() const;
  void read_data();
  void read_lengths();

  const Call& call_;
  size_t gates_, directions_;
  size_t steps_ = 0, batch_ = 0, input_ = 0, hidden_ = 0;
  double data_scale_ = 1, out_scale_ = 1, hidden_scale_ = 1;
  Ints data_;  // [seq_length, batch, input]
  Ints out_;   // [seq_length, batch, directions · H]
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
