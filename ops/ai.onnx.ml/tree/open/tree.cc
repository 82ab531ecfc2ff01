// The tree ensembles.
#include "ops/ai.onnx.ml/open/labels.h"

namespace etalon {
namespace {

const Open classifier("TreeEnsembleClassifier",
                      [](Opening& open) { open_labels(open, "classlabels_int64s"); });

}  // namespace
}  // namespace etalon
