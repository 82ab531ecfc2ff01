// What the models of ai.onnx.ml share: rows of features in, transformed scores and labels out.
#pragma once

#include <string_view>
#include <vector>

#include "engine/operators/operator.h"

namespace etalon {

// X as one row of features a sample: [N, F], or [F] for a single sample. Throws InvalidInput for
// another rank.
Reals feature_rows(const Tensor& X);

// An attribute's values, row-major, as an array of this shape, which must have as many elements.
Reals array_of(const std::vector<double>& values, const Shape& shape);

enum class PostTransform { none, softmax, logistic, softmax_zero, probit };
// The attribute `post_transform`: "NONE", "SOFTMAX", … Throws InvalidInput for any other text.
PostTransform post_transform(const Call& call);

// Each row s of scores [N, E] transformed. The specification names these functions only; they are:
//   softmax       exp(s) / Σ exp(s)
//   logistic      1 / (1 + exp(-s))
//   softmax_zero  softmax over the scores that are not 0; the others stay 0
//   probit        the quantile function of the standard normal distribution; NaN outside [0, 1]
// Throws Unspecified for a softmax_zero of nothing but zeros.
Reals transformed(const Reals& scores, PostTransform transform);

// The scores [N, 2] of two classes from the one score s [N, 1] that a binary model has: -s and s.
Reals two_sided(const Reals& s);

// The labels of the classes, in order, from attribute `classlabels_strings` or from the one of
// integers, called `ints`. Throws InvalidInput unless exactly one of them is given.
Tensor class_labels(const Call& call, std::string_view ints);

// A classifier's outputs: the label of each row's top class, and the transformed scores [N, E] as
// float. The top class is the first of those with the greatest transformed score and, among these,
// the greatest raw score; NaN is below all numbers.
Values classified(const Tensor& labels, const Reals& scores, PostTransform transform);

}  // namespace etalon
