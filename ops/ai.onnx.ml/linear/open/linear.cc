// The linear models.
#include "ops/ai.onnx.ml/linear/linear.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx.ml/open/labels.h"

namespace etalon {
namespace {

// The text has “one score for each class”. For two classes one row of coefficients gives the second
// one's score; the first one's may be what is left of 1.
void open_one_row(Opening& open) {
  const Call& call = open.call;
  const Tensor labels = class_labels(call, "classlabels_ints");
  const Tensor samples = feature_rows(call.tensor("X"));
  const size_t features = samples.dim(1);
  if (labels.size() != 2 || call.reals("coefficients").size() != features) return;
  const Setting beside(&Evaluation::plain_roundings, evaluation().plain_roundings);
  const LinearModel model = linear_model(call, features, 1);
  const Values others =
      by_samples(samples, DType::float32, [&]<class R>(const Tensor& X) -> Values {
        const Array<R> s =
            with_each(matmul(elements_of<R>(X), model.coefficients), model.intercepts);
        return classified(labels, side_by_side<R>(R(1) - s, s), post_transform(call));
      });
  for (size_t i = 0; i < 2; ++i) {
    open.output(i) = either_of(open.output(i), "one_row", "negated", "complement",
                               [&] { return others[i].tensor(); });
  }
}

void classifier(Opening& open) {
  open_one_row(open);
  open_labels(open, "classlabels_ints");
}

const Open op("LinearClassifier", classifier);

}  // namespace
}  // namespace etalon
