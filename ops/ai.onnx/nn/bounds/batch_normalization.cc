// BatchNormalization outside training: a runtime may fold the statistics into one factor and one
// addend of each channel.
#include "ops/ai.onnx/nn/batch_normalization.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"

namespace etalon {
namespace {

std::optional<Values> folded(const Call& call) {
  if (training(call)) return std::nullopt;
  const double epsilon = call.real("epsilon");
  const Tensor Y =
      each(by_channel(call), parameter(call, 3), parameter(call, 4), parameter(call, 1),
           parameter(call, 2),
           [&]<class R>(const R& x, const R& mean, const R& var, const R& scale, const R& B) -> R {
             const R factor = scale / real::sqrt(var + epsilon);
             Sum<R> sum;
             for (const R& term : {R(x * factor), R(-mean * factor), B}) sum.add(term);
             return sum.result();
           });
  return Values{Y.reshaped(call.tensor("X").shape())};
}

// Folded into one factor and one addend, or as the formula has it.
std::optional<Values> sampled(const Call& call) {
  if (training(call) || !evaluation().sampled->fused()) return std::nullopt;
  const Tensor Y =
      each(by_channel(call), parameter(call, 3), parameter(call, 4), parameter(call, 1),
           parameter(call, 2),
           [&]<class R>(const R& x, const R& mean, const R& var, const R& scale, const R& B) -> R {
             const R factor = scale / real::sqrt(var + call.real("epsilon"));
             return x * factor + (B - mean * factor);
           });
  return Values{Y.reshaped(call.tensor("X").shape())};
}

const Sampled sampled_normalization("BatchNormalization", sampled);
const Bounds op("BatchNormalization", folded);

}  // namespace
}  // namespace etalon
