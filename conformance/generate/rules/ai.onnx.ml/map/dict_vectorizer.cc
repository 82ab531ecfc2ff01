#include "conformance/generate/rules/ai.onnx.ml/vocabulary.h"
#include "engine/numerics/numerics.h"

namespace etalon::rules {
namespace {

// The words that can be keys, as an attribute.
Tensor give_vocabulary(Drafting& call, DType type) {
  if (type == DType::string) {
    const std::vector<std::string> words = some_in_any_order(call.draw(), ml_words());
    call.set("string_vocabulary", words);
    return tensor_of_words({words.size()}, words);
  }
  const std::vector<int64_t> integers = some_in_any_order(call.draw(), ml_integers());
  call.set("int64_vocabulary", integers);
  return vector_of(integers);
}

// A map with some of the words as keys, possibly none. For string values all words are keys,
// because there is no 0 for a missing key.
const GenerationRule dict_vectorizer_rule("ai.onnx.ml.DictVectorizer", [](Drafting& call,
                                                                          Draw& draw) {
  const Type type = call.type("T1");
  const DType value_type = type.element->dtype;
  const Tensor vocabulary = give_vocabulary(call, type.dtype);
  std::vector<size_t> present = draw.permutation(vocabulary.size());
  if (value_type != DType::string) present.resize(draw.below(vocabulary.size() + 1));
  Map map{pick(vocabulary, 0, present), {}, *type.element};
  for (size_t i = 0; i < present.size(); ++i) {
    map.values.emplace_back(random_tensor(draw, value_type, {}));
  }
  call.add(Value(map));
});

}  // namespace
}  // namespace etalon::rules
