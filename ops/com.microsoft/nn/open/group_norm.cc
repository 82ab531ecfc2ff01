// GroupNorm and SkipGroupNorm: steps that exceed the type, a constant group with epsilon 0, and how
// skip is laid out where X is NCHW.
#include "ops/com.microsoft/nn/group_norm.h"
#include "ops/ai.onnx/nn/open/standardized.h"

namespace etalon {
namespace {

Tensor open_groups(const Opening& open, const ChannelGroups& of, const Tensor& S) {
  const Tensor Y = open_standardized(of.grouped(open.Y), of.grouped(S), of.axes,
                                     open.call.real("epsilon"), S.dtype());
  return Y.reshaped(open.Y.shape());
}

void open_group_norm(Opening& open) {
  open.Y = open_groups(open, ChannelGroups(open.call), open.call.tensor("X"));
}

// The sum of two addends is a step of S.
void open_skip_group_norm(Opening& open) {
  const ChannelGroups of(open.call);
  open.Y = open_groups(open, of, open.output(1));
  open.output(1) = step_or_exact(open.output(1), "overflow", [&] {
    return open
        .again(
            {"X", "skip", "bias"}, [](const Tensor& X) { return in_float64(magnitudes(X)); }, 1)
        .as<double>();
  });
  const bool other_layout = !of.channels_last && open.call.tensor("skip").rank() == 4;
  for (const size_t i : {0, 1}) {
    open.output(i) = no_result(open.output(i), "skip_layout",
                               [&] { return full(open.output(i).shape(), other_layout); });
  }
}

const Open op[] = {{"GroupNorm", open_group_norm}, {"SkipGroupNorm", open_skip_group_norm}};

}  // namespace
}  // namespace etalon
