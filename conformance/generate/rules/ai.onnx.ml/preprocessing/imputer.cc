#include <algorithm>

#include "conformance/generate/rules/ai.onnx.ml/vocabulary.h"

namespace etalon::rules {

// X [*, F]; one value for all features or one for each.
const GenerationRule imputer_rule("ai.onnx.ml.Imputer", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(1, 3);
  const size_t values = draw.chance(0.5) ? 1 : std::max<size_t>(shape.back(), 1);
  const size_t elements = element_count(shape);
  if (is_float(call.dtype("T"))) {
    call.set("replaced_value_float", draw.pick(ml_reals()));
    call.set("imputed_value_floats", draw.reals(values, -9, 9));
    call.add_reals(shape, any_of_these(draw, elements, ml_reals()));
  } else {
    call.set("replaced_value_int64", draw.pick(ml_integers()));
    call.set("imputed_value_int64s", any_of_these<int64_t>(draw, values, {-9, 7, 8, 9}));
    call.add_integers(shape, any_of_these(draw, elements, ml_integers()));
  }
});

}  // namespace etalon::rules
