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

// A skip of rank 4 may be laid out as the text has it, with the channels last, where X is not.
void open_skip_layout(Opening& open, const ChannelGroups& of) {
  const Tensor& skip = open.call.tensor("skip");
  if (of.channels_last || skip.rank() != 4) return;
  at_point("skip_layout", true);
  const Shape &s = skip.shape(), &x = of.X.shape();
  const Shape last{x[0], x[2], x[3], x[1]};
  if (s != last) return;
  const Values other = open.all_again({{"skip", transposed(skip, {0, 3, 1, 2})}});
  for (const size_t i : {0, 1}) {
    open.output(i) = either_of(open.output(i), "skip_layout", "as_X", "channels_last",
                               [&] { return other.at(i).tensor(); });
  }
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
  open_skip_layout(open, of);
}

const Open op[] = {{"GroupNorm", open_group_norm}, {"SkipGroupNorm", open_skip_group_norm}};

}  // namespace
}  // namespace etalon
