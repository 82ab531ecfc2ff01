// The support vector machines.
#include "ops/ai.onnx.ml/open/labels.h"

namespace etalon {
namespace {

// The text does not say which of several labels of most votes is the one, nor how a pair votes
// whose decision value is NaN.
void open_votes(Opening& open) {
  const Ints votes = open.output(2).as<int64_t>();
  const Bools is_nan = open.output(3).as<bool>();
  Candidates tied;
  Bools nan = full({votes.shape()[0]}, false);
  for (size_t n = 0; n < votes.shape()[0]; ++n) {
    const Ints of_sample = xt::view(votes, n);
    const int64_t most = *std::max_element(of_sample.begin(), of_sample.end());
    std::vector<int64_t> equal;
    for (size_t c = 0; c < of_sample.size(); ++c) {
      if (of_sample(c) == most) equal.push_back(static_cast<int64_t>(c));
    }
    if (equal.size() > 1) tied[n] = equal;
    for (size_t pair = 0; pair < is_nan.shape()[1]; ++pair) nan(n) = nan(n) || is_nan(n, pair);
  }
  const Tensor labels = class_labels(open.call, "classlabels_ints");
  open.Y = any_of(open.Y, "ties", labels, [&] { return tied; });
  open.Y = no_result(open.Y, "nan", [&] { return nan; });
}

// Without support vectors the scores decide.
void svm_classifier(Opening& open) {
  open.output_count() > 2 ? open_votes(open) : open_labels(open, "classlabels_ints");
}

void one_class(Opening& open) {
  if (open.output_count() < 2) return;
  open.Y = no_result(open.Y, "one_class", [&] { return open.output(1).as<bool>(); });
}

const Open op[] = {{"SVMClassifier", svm_classifier}, {"SVMRegressor", one_class}};

}  // namespace
}  // namespace etalon
