// The support vector machines.
#include "ops/ai.onnx.ml/open/labels.h"

namespace etalon {
namespace {

// The text does not say which of several labels of most votes is the one, nor how a pair votes
// whose decision value is NaN.
void open_votes(Opening& open) {
  const Ints votes = open.output(2).as<int64_t>();
  const Bools is_nan = open.output(3).as<bool>();
  const Tensor labels = class_labels(open.call, "classlabels_ints");
  std::vector<int64_t> every_class(labels.size());
  std::iota(every_class.begin(), every_class.end(), 0);
  Candidates tied, all;
  for (size_t n = 0; n < votes.shape()[0]; ++n) {
    const Ints of_sample = xt::view(votes, n);
    const int64_t most = *std::max_element(of_sample.begin(), of_sample.end());
    std::vector<int64_t> equal;
    for (size_t c = 0; c < of_sample.size(); ++c) {
      if (of_sample(c) == most) equal.push_back(static_cast<int64_t>(c));
    }
    if (equal.size() > 1) tied[n] = equal;
    if (xt::any(Bools(xt::view(is_nan, n)))) all[n] = every_class;
  }
  open.Y = any_of(open.Y, "ties", labels, [&] { return tied; });
  open.Y = any_of(open.Y, "nan", labels, [&] { return all; });
}

// Without support vectors the scores decide.
void svm_classifier(Opening& open) {
  open.output_count() > 2 ? open_votes(open) : open_labels(open, "classlabels_ints");
}

void one_class(Opening& open) {
  if (open.output_count() < 2) return;
  open.Y = choice(open.Y, "one_class", [&] { return open.output(1).as<bool>(); }, "minus_one",
                  {{"one", [&] { return scalar(open.Y.dtype(), 1.0); }}});
}

const Open op[] = {{"SVMClassifier", svm_classifier}, {"SVMRegressor", one_class}};

}  // namespace
}  // namespace etalon
