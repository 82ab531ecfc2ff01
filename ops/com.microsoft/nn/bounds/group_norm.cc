// GroupNorm and SkipGroupNorm, with the variance also as the mean of the squares less the square of
// the mean.
#include "ops/com.microsoft/nn/group_norm.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/bounds/deviation.h"

namespace etalon {
namespace {

std::vector<Tensor> bounded_groups(const Call& call, const ChannelGroups& of,
                                   const std::vector<Tensor>& addends) {
  const double epsilon = call.real("epsilon");
  return group_norm(call, of, addends,
                    [&]<class R>(const Array<R>& S, const Array<R>& mean) -> Array<R> {
                      return either_deviation(S, mean, epsilon);
                    });
}

std::optional<Values> bounded_group_norm(const Call& call) {
  return Values{bounded_groups(call, ChannelGroups(call), {})[0]};
}

std::optional<Values> bounded_skip_group_norm(const Call& call) {
  const ChannelGroups of(call);
  const std::vector<Tensor> outputs = bounded_groups(call, of, skip_and_bias(call, of));
  return Values(outputs.begin(), outputs.end());
}

const Bounds op[] = {{"GroupNorm", bounded_group_norm}, {"SkipGroupNorm", bounded_skip_group_norm}};

}  // namespace
}  // namespace etalon
