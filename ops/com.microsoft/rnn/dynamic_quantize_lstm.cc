// DynamicQuantizeLSTM: LSTM of ai.onnx with the weights W_scale · (W − W_zero_point) and R_scale ·
// (R − R_zero_point), which are transposed, X quantized as DynamicQuantizeLinear does, and Ht-1
// too, in each step over all of the batch:
//   scale = (max(0, max H) − min(0, min H)) / 255
//   zero_point = round(−min(0, min H) / scale)
//   Ht-1 is replaced with scale · (min(max(round(Ht-1 / scale) + zero_point, 0), 255) − zero_point)
//   1
// The text describes inputs alone. That X and Ht-1 are quantized, and over which elements, is
// measured of onnxruntime 1.32.0: X over as many steps as the longest sequence has. Where sequences
// differ in length, the states of those that have ended are among Ht-1 here.
#include "ops/com.microsoft/rnn/dynamic_quantize_lstm.h"
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

// x rounded to an integer, ties to even. Beside an even number a tiny one takes no more bits.
template <class R>
R rounded_to_integer(const R& x) {
  return real::rint(x + 1024) - 1024;
}

// H in whole numbers, and their scale.
template <class R>
std::pair<Array<R>, R> quantized_state(const Array<R>& H) {
  const Array<R> all = xt::flatten(H);
  const R least = minimum(R(0), min_over(all, {0})(0));
  const R greatest = maximum(R(0), max_over(all, {0})(0));
  const R range = greatest - least;
  if (!(range > R(0))) return {H, R(0)};  // all are 0
  const R zero_point = rounded_to_integer(R(-255 * least / range));
  const Array<R> whole = by_element(H, [&](const R& h) -> R {
    const R shifted = rounded_to_integer(R(255 * h / range)) + zero_point;
    return minimum(maximum(shifted, R(0)), R(255)) - zero_point;
  });
  return {whole, range / 255};
}

// X [seq_length, …] as far as the longest sequence goes, and 0 from there on, which no step reads.
Tensor read_by_sequences(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor* sequence_lens = call.maybe("sequence_lens");
  if (!sequence_lens || X.rank() == 0) return X;
  int64_t longest = 0;
  for (const int64_t length : sequence_lens->ints()) longest = std::max(longest, length);
  const Bools read = coordinate(X.shape(), 0) < longest;
  return choose(read, X, Tensor::zeros(X.dtype(), {}));
}

Values dynamic_quantize_lstm(const Call& call) {
  const Dynamic X(call, read_by_sequences(call));
  const Tensor whole = difference(X.quantized, X.zero_point);
  const IntegerLstm of(call, Tensor::decided(DType::float32, whole.as<double>()), X.scale);
  return of.run([]<class R>(const Array<R>& H) { return quantized_state(H); });
}

const Operator op("DynamicQuantizeLSTM", dynamic_quantize_lstm, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
