// The linear models.
#include "ops/ai.onnx.ml/open/labels.h"

namespace etalon {
namespace {

const Open classifier("LinearClassifier",
                      [](Opening& open) { open_labels(open, "classlabels_ints"); });

}  // namespace
}  // namespace etalon
