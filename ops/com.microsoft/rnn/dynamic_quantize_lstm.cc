// DynamicQuantizeLSTM: LSTM of ai.onnx with the weights W_scale · (W − W_zero_point) and R_scale ·
// (R − R_zero_point), which are transposed, and with X and Ht-1 quantized to uint8: they are read
// as scale · (q − zero_point) with q, scale and zero_point as DynamicQuantizeLinear gives them, of
// X once, of Ht-1 in each step over all of the batch.
//   1
// The text describes inputs alone. That X and Ht-1 are quantized, and over which elements, is
// measured of onnxruntime 1.32.0: X over as many steps as the longest sequence has. Where sequences
// differ in length, the states of those that have ended are among Ht-1 here.
#include "ops/com.microsoft/rnn/dynamic_quantize_lstm.h"
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

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
  return of.run([&]<class R>(const Array<R>& before) {
    const Dynamic H(call, rounded(DType::float32, before));
    return std::pair(elements_of<R>(difference(H.quantized, H.zero_point)), R(H.scale));
  });
}

const Operator op("DynamicQuantizeLSTM", dynamic_quantize_lstm, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
