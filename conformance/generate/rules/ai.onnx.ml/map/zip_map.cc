#include "conformance/generate/rules/ai.onnx.ml/scores.h"

namespace etalon::rules {

const GenerationRule zip_map_rule("ai.onnx.ml.ZipMap", [](Drafting& call, Draw& draw) {
  const size_t classes = 1 + draw.below(4);
  give_class_labels(call, "classlabels_int64s", classes);
  call.add({draw.samples(), classes});
});

}  // namespace etalon::rules
