#include "conformance/generate/rules/ai.onnx.ml/preprocessing/direction.h"
#include "conformance/generate/rules/ai.onnx.ml/vocabulary.h"

namespace etalon::rules {

const GenerationRule category_mapper_rule("ai.onnx.ml.CategoryMapper", [](Drafting& call,
                                                                          Draw& draw) {
  const std::vector<std::string> strings = some_in_any_order(draw, ml_words());
  std::vector<int64_t> integers = ml_integers();
  draw.shuffle(integers);
  integers.resize(strings.size());
  call.set("cats_strings", strings);
  call.set("cats_int64s", integers);
  give_default_of_direction(call);
  call.add(draw.shape(1, 2), {-2, 5});
});

}  // namespace etalon::rules
