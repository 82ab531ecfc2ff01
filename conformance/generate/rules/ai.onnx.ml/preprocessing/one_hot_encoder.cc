#include "conformance/generate/rules/ai.onnx.ml/vocabulary.h"

namespace etalon::rules {

// Floats are cast to integers, so that 1.5 is category 1. Unless zeros = 1, which is the default,
// all elements of X are categories.
const GenerationRule one_hot_encoder_rule("ai.onnx.ml.OneHotEncoder", [](Drafting& call,
                                                                         Draw& draw) {
  const bool all_known = draw.chance(0.3);
  if (all_known || draw.chance(0.5)) call.set("zeros", all_known ? 0 : 1);
  const Shape shape = draw.shape(0, 3);
  const size_t elements = element_count(shape);
  const DType type = call.dtype("T");
  if (type == DType::string) {
    const std::vector<std::string> categories = some_in_any_order(draw, ml_words());
    call.set("cats_strings", categories);
    const auto words = any_of_these(draw, elements, all_known ? categories : ml_words());
    return call.add(tensor_of_words(shape, words));
  }
  const std::vector<int64_t> categories = some_in_any_order(draw, ml_integers());
  call.set("cats_int64s", categories);
  const auto whole = any_of_these(draw, elements, all_known ? categories : ml_integers());
  if (!is_float(type)) return call.add_integers(shape, whole);
  std::vector<double> reals(whole.begin(), whole.end());
  for (double& real : reals) real += real > 0 && draw.chance(0.3) ? 0.5 : 0;
  call.add_reals(shape, reals);
});

}  // namespace etalon::rules
