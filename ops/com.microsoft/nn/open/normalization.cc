// The normalizations: steps that exceed the type, a constant row with epsilon 0, and what a mean is
// that is not taken off.
#include "ops/ai.onnx/nn/normalization.h"
#include "ops/ai.onnx/nn/open/standardized.h"
#include "ops/com.microsoft/nn/skip_normalization.h"

namespace etalon {
namespace {

// Layouts that the text does not list.
void note_layouts(const SkipOperands& of, bool lists_tokens, bool lists_shared_skip) {
  at_point("rank2", of.input.rank() == 2 && !lists_tokens);
  at_point("shared_skip", of.skip.shape() != of.input.shape() && !lists_shared_skip);
}

// S, and what the statistics of a row with infinities are: the steps of one formula of the variance
// have no value where another's have.
void open_statistics(Opening& open, const SkipOperands& of) {
  const Tensor S = by_sets(of.input, of.axes(), {DType::float64},
                           [&]<class R>(const Array<R>& input, const Sets& sets) -> Arrays<R> {
                             return {of.sum(input, sets)};
                           })[0];
  open.Y = open_standardized(open.Y, S, of.axes(), open.call.real("epsilon"), of.input.dtype());
  const Reals sums = sum_over(Reals(xt::abs(S.as<double>())), of.axes());
  for (const size_t statistic : {1, 2}) {
    const Tensor Y = open.output(statistic);
    const auto constant = [&](double value) {
      return [type = Y.dtype(), value] { return scalar(type, value); };
    };
    const std::vector<Option> others =
        statistic == 1
            ? std::vector<Option>{{"nan", constant(std::nan(""))}}
            : std::vector<Option>{{"nan", constant(std::nan(""))}, {"zero", constant(0)}};
    open.output(statistic) = choice(
        Y, "infinite_statistics", [&] { return Bools(xt::isinf(sums)); }, "formula", others);
  }
}

void open_skip(Opening& open) {
  const SkipOperands of(open.call);
  note_layouts(of, false, true);
  open_statistics(open, of);
}

void open_skip_simplified(Opening& open) {
  const SkipOperands of(open.call);
  note_layouts(of, true, false);
  open_statistics(open, of);
  open.output(1) = either_of(open.output(1), "mean", "zero", "mean", [&] {
    return by_sets(of.input, of.axes(), {open.output(1).dtype()},
                   [&]<class R>(const Array<R>& input, const Sets& sets) -> Arrays<R> {
                     return {mean_over(of.sum(input, sets))};
                   })[0];
  });
}

void open_simplified(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const size_t axis = axis_index(open.call.integer("axis"), X.rank());
  open.Y =
      open_standardized(open.Y, X, axes_from(axis, X.rank()), open.call.real("epsilon"), X.dtype());
}

const Open op[] = {{"SkipLayerNormalization", open_skip},
                   {"SkipSimplifiedLayerNormalization", open_skip_simplified},
                   {"SimplifiedLayerNormalization", open_simplified}};

}  // namespace
}  // namespace etalon
