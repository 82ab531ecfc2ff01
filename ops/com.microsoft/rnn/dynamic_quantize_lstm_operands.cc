#include "ops/ai.onnx/quantization/quantized.h"
#include "ops/com.microsoft/rnn/dynamic_quantize_lstm.h"

namespace etalon {
namespace {

// One value for each direction, or for each of its columns: [num_directions, 1 or columns].
Tensor by_direction(const Call& call, const std::string& input, const Tensor& X) {
  const Tensor& given = call.tensor(input);
  if (X.rank() != 3) throw InvalidInput("W and R are not of rank 3");
  const size_t directions = X.dim(0), columns = X.dim(2);
  if (given.shape() != Shape{directions, columns}) require_shape(input, given, {directions});
  return given.reshaped({directions, given.size() / std::max<size_t>(directions, 1)});
}

// X − X_zero_point, [num_directions, columns, rows], as LSTM has W and R.
Tensor weights_of(const Call& call, const std::string& X) {
  const Tensor& given = call.tensor(X);
  const Tensor zero = by_direction(call, X + "_zero_point", given);
  const Tensor whole = difference(given, zero.reshaped({zero.dim(0), 1, zero.dim(1)}));
  return Tensor::decided(DType::float32, transposed(whole, {0, 2, 1}).as<double>());
}

NamedValues operands(const Call& call, const Tensor& X) {
  NamedValues values = {{"X", X}, {"W", weights_of(call, "W")}, {"R", weights_of(call, "R")}};
  for (const char* input : {"B", "sequence_lens", "initial_h", "initial_c", "P"}) {
    if (const Tensor* given = call.maybe(input)) values.emplace_back(input, *given);
  }
  return values;
}

}  // namespace

GateScales::GateScales(const Call& call, const std::string& X) {
  const Tensor& of = call.tensor(X);
  const Tensor given = by_direction(call, X + "_scale", of);
  const Tensor all = broadcast_to(given, {of.dim(0), of.dim(2)});
  constexpr size_t gates = 4;
  if (of.dim(2) % gates != 0) throw InvalidInput("{} has {} columns, not 4 gates'", X, of.dim(2));
  scales_ = all.reshaped({of.dim(0), gates, of.dim(2) / gates}).as<double>();
}

IntegerLstm::IntegerLstm(const Call& call, const Tensor& X, double of_X)
    : X_scale(of_X),
      W_scale(call, "W"),
      R_scale(call, "R"),
      of_integers(call, "LSTM", 7, operands(call, X), shared_attributes(call, "LSTM", 7)) {}

}  // namespace etalon
