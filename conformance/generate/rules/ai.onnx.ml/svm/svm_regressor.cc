#include "conformance/generate/rules/ai.onnx.ml/scores.h"
#include "conformance/generate/rules/ai.onnx.ml/svm/kernel.h"

namespace etalon::rules {

// A one-class SVM detects outliers; its scores are not transformed.
const GenerationRule svm_regressor_rule("ai.onnx.ml.SVMRegressor", [](Drafting& call, Draw& draw) {
  const size_t features = draw.dimension();
  const size_t n_supports = draw.chance(0.2) ? 0 : 1 + draw.below(4);
  if (n_supports != 0) {
    call.set("n_supports", static_cast<int64_t>(n_supports));
    call.set("support_vectors", draw.reals(n_supports * features, -2, 2));
    give_kernel(call, draw_kernel(draw));
  }
  call.set("coefficients", draw.reals(n_supports == 0 ? features : n_supports, -2, 2));
  call.set("rho", draw.reals(1, -1, 1));
  if (n_supports != 0 && draw.chance(0.3)) {
    call.set("one_class", 1);
  } else {
    give_post_transform(call, false);
  }
  add_samples(call, features);
});

}  // namespace etalon::rules
