#include "conformance/generate/rules/ai.onnx.ml/scores.h"
#include "conformance/generate/rules/ai.onnx.ml/svm/kernel.h"

namespace etalon::rules {
namespace {

// LIBSVM's layout: the vectors class by class, (number of classes - 1) coefficients for each
// vector, and one rho for each pair of classes, whose decision values are the scores. There are
// seldom probabilities: how those of the pairs give one for each class is not specified.
void svm_of_vectors(Drafting& call, size_t classes, size_t features) {
  Draw& draw = call.draw();
  const size_t pairs = classes * (classes - 1) / 2;
  const std::vector<int64_t> vectors_per_class = draw.several_between(classes, 1, 3);
  size_t vectors = 0;
  for (const int64_t count : vectors_per_class) vectors += static_cast<size_t>(count);
  call.set("vectors_per_class", vectors_per_class);
  call.set("support_vectors", draw.reals(vectors * features, -2, 2));
  call.set("coefficients", draw.reals((classes - 1) * vectors, -2, 2));
  call.set("rho", draw.reals(pairs, -1, 1));
  give_kernel(call, draw_kernel(draw));
  if (draw.chance(0.15)) {
    call.set("prob_a", draw.reals(pairs, -2, -0.5));
    call.set("prob_b", draw.reals(pairs, -1, 1));
  }
}

// Without support vectors the SVM is linear: a row of coefficients for each class, and one rho.
const GenerationRule svm_classifier_rule("ai.onnx.ml.SVMClassifier", [](Drafting& call,
                                                                        Draw& draw) {
  const size_t classes = 2 + draw.below(2);
  const size_t features = draw.dimension();
  give_class_labels(call, "classlabels_ints", classes);
  give_post_transform(call, false);
  if (draw.chance(0.2)) {
    call.set("coefficients", draw.reals(classes * features, -2, 2));
    call.set("rho", draw.reals(1, -1, 1));
    if (draw.chance(0.5)) give_kernel(call, "LINEAR");
  } else {
    svm_of_vectors(call, classes, features);
  }
  call.add({draw.samples(), features}, {0.5, 5});
});

}  // namespace
}  // namespace etalon::rules
