// What the models of ai.onnx.ml share: transformed scores and labels of samples, over any number
// type R.
#pragma once

#include <string_view>
#include <xtensor/xbuilder.hpp>

#include "ops/ai.onnx.ml/samples.h"

namespace etalon {

enum class PostTransform { none, softmax, logistic, softmax_zero, probit };
// The attribute `post_transform`: "NONE", "SOFTMAX", … Throws InvalidInput for any other text.
PostTransform post_transform(const Call& call);

// Each row s of scores [N, E] transformed. The specification names these functions only; they are:
//   softmax       exp(s) / Σ exp(s)
//   logistic      1 / (1 + exp(-s))
//   softmax_zero  softmax over the scores that are not 0; the others stay 0
//   probit        the quantile function of the standard normal distribution; NaN outside [0, 1]
// Throws Unspecified for a softmax_zero of zeros only.
template <class R>
Array<R> transformed(const Array<R>& scores, PostTransform transform);

// scores[n, e] + addends[e]; the scores where there are no addends.
template <class R>
Array<R> with_each(const Array<R>& scores, const Reals& addends) {
  if (addends.size() == 0) return scores;
  return scores + carriers_of<R>(addends);
}

// The columns a and b [N, 1] as [N, 2]: the scores of two classes from the one that a binary model
// has.
template <class R>
Array<R> side_by_side(const Array<R>& a, const Array<R>& b) {
  return xt::concatenate(xt::xtuple(a, b), 1);
}

// The labels of the classes, in order, from attribute `classlabels_strings` or from the one of
// integers, called `ints`. Throws InvalidInput unless exactly one of them is given.
Tensor class_labels(const Call& call, std::string_view ints);

// A classifier's outputs: the label of each row's top class, and the transformed scores [N, E] as
// float. The top class is the first of those with the greatest transformed score and, among these,
// the greatest raw score; NaN is below all numbers.
template <class R>
Values classified(const Tensor& labels, const Array<R>& scores, PostTransform transform);

}  // namespace etalon
