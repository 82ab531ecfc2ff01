// Dropout: output = scale · data · mask, scale = 1 / (1 - ratio), mask = 0 with probability ratio,
// else 1; outside training output = data and mask = 1.
//   1, 6      trains unless is_test, where mask is left out
//   7, 10     never trains; 10: mask is boolean
//   12        ratio and training_mode as inputs; seed
//   13, 22    as 12; more types
#include "engine/numerics/elementwise.h"
#include "engine/numerics/random.h"
#include "engine/numerics/rounded.h"

namespace etalon {
namespace {

struct Dropped {
  Tensor output;
  Reals mask;
};

Dropped train(const Call& call, double ratio, std::shared_ptr<RandomStream> stream) {
  if (!(ratio >= 0 && ratio < 1)) throw InvalidInput("ratio {} is outside [0, 1)", ratio);
  const Tensor& data = call.tensor("data");
  Reals mask = empty_array<double>(data.shape());
  for (double& keep : mask) keep = stream->uniform() >= ratio;
  const DType type = data.dtype();
  const auto scaled = [&]<class R>(const R& x, const R& keep) -> R {
    return x * keep / (1 - R(ratio));
  };
  const Reals output = elementwise<double>(data.as<double>(), mask, [&](double x, double keep) {
    return correctly_rounded(type, scaled, x, keep);
  });
  return {Tensor::decided(type, output), mask};
}

Values dropout_1(const Call& call) {
  if (call.flag("is_test")) return {call.tensor("data"), Value()};
  const auto [output, mask] = train(call, call.real("ratio"), random_stream(call));
  return {output, Tensor::decided(output.dtype(), mask)};
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
  const Tensor* ratio = call.maybe("ratio");
  const Tensor* training_mode = call.maybe("training_mode");
  if (!training_mode || !training_mode->item<bool>()) {
    return {data, all_true(data.shape())};
  }
  const auto [output, mask] = train(call, ratio ? ratio->item<double>() : 0.5, random_stream(call));
  return {output, Tensor::of(DType::boolean, Bools(xt::not_equal(mask, 0.0)))};
}

const Operator op("Dropout",
                  {{dropout_1, {1, 6}}, {dropout_7, {7, 10}}, {dropout_12, {12, 13, 22}}});

}  // namespace
}  // namespace etalon
