#include "conformance/tests/ops/one_node.h"

namespace etalon::test::dict_vectorizer_test {
namespace {

Value by_text(const Strings& keys, DType type, const std::vector<double>& values) {
  Map map{texts({keys.size()}, keys), {}, Type::tensor(type)};
  for (const double value : values) map.values.push_back(tensor(type, {}, {value}));
  return map;
}

OneNode vectorizer() { return {"DictVectorizer", 1, "ai.onnx.ml"}; }

}  // namespace

TEST_CASE("DictVectorizer requires every key in the vocabulary and one vocabulary of its type") {
  const std::string place = "InvalidInput: ai.onnx.ml.DictVectorizer-1 (output 'y0'): ";
  const Value X = by_text({"q"}, DType::float32, {1});
  CHECK(vectorizer().set("string_vocabulary", Strings{"a"}).error({X}) ==
        place + "key q is not in the vocabulary");
  CHECK(vectorizer().set("int64_vocabulary", std::vector<int64_t>{1}).error({X}) ==
        place +
            "X's keys are of type string, for which there are 1 words in int64_vocabulary and "
            "0 in string_vocabulary");
  CHECK(vectorizer().error({X}) ==
        place +
            "X's keys are of type string, for which there are 0 words in int64_vocabulary and "
            "0 in string_vocabulary");
}

TEST_CASE("DictVectorizer refuses an empty map whose values have no type") {
  const Value X = Map{i64({0}, {}), {}, Type()};
  CHECK(vectorizer().set("int64_vocabulary", std::vector<int64_t>{1}).error({X}) ==
        "InvalidInput: ai.onnx.ml.DictVectorizer-1 (output 'y0'): the map has no values, and no "
        "type for them");
}

}  // namespace etalon::test::dict_vectorizer_test
