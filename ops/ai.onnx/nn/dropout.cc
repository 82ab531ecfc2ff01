// Dropout: output = scale · data · mask, scale = 1 / (1 - ratio), mask = 0 with probability ratio,
// else 1; outside training output = data and mask = 1.
//   1, 6      trains unless is_test, where mask is left out
//   7, 10     never trains; 10: mask is boolean
//   12        ratio and training_mode as inputs; seed
//   13, 22    as 12; more types
#include "ops/ai.onnx/nn/dropout.h"
#include "engine/formula.h"
#include "engine/numerics/random.h"

namespace etalon {
namespace {

struct Dropped {
  Tensor output;
  Tensor mask;  // of 0 and 1, of output's type
};

double checked_ratio(double ratio) {
  if (!(ratio >= 0 && ratio < 1)) throw InvalidInput("ratio {} is outside [0, 1)", ratio);
  return ratio;
}

Dropped train(const Call& call, double ratio, std::shared_ptr<RandomStream> stream) {
  const Tensor& data = call.tensor("data");
  Reals keep = empty_array<double>(data.shape());
  for (double& each : keep) each = stream->uniform() >= ratio;
  const Tensor mask = Tensor::decided(data.dtype(), keep);
  return {each(data, mask,
               [&]<class R>(const R& x, const R& m) -> R { return x * m / (1 - R(ratio)); }),
          mask};
}

Values dropout_1(const Call& call) {
  if (!trains(call)) return {call.tensor("data"), Value()};
  const auto [output, mask] = train(call, checked_ratio(call.real("ratio")), random_stream(call));
  return {output, mask};
}

Tensor all_true(const Shape& shape) { return Tensor::of(DType::boolean, full<bool>(shape, true)); }

Values dropout_7(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (call.since_version() >= 10) return {data, all_true(data.shape())};
  return {data, numeric(data.dtype(), [&]<class T>() {
            return Tensor::decided(data.dtype(), full<T>(data.shape(), 1));
          })};
}

Values dropout_12(const Call& call) {
  const Tensor& data = call.tensor("data");
  const double ratio = checked_ratio(scalar_input(call, "ratio", 0.5));
  if (!trains(call)) return {data, all_true(data.shape())};
  const auto [output, mask] = train(call, ratio, random_stream(call));
  return {output, holds(mask, [](auto keep) { return keep != 0; })};
}

const Operator op("Dropout",
                  {{dropout_1, {1, 6}}, {dropout_7, {7, 10}}, {dropout_12, {12, 13, 22}}});

}  // namespace
}  // namespace etalon
