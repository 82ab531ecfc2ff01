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

TEST_CASE("DictVectorizer places values where the vocabulary has their keys") {
  const OneNode op = vectorizer().set("string_vocabulary", Strings{"a", "c", "b", "z"});
  CHECK(show(op.run({by_text({"c", "a"}, DType::float32, {8, 4})})) == "float[4] 4 8 0 0");
  CHECK(show(op.run({by_text({"z"}, DType::float64, {NAN})})) == "double[4] 0 0 0 nan");
  CHECK(show(op.run({by_text({"b"}, DType::int64, {-7})})) == "int64[4] 0 0 -7 0");
  CHECK(show(op.run({by_text({}, DType::float32, {})})) == "float[4] 0 0 0 0");
}

TEST_CASE("DictVectorizer looks integer keys up in the integer vocabulary") {
  const Value X = Map{i64({2}, {9, -1}),
                      {texts({}, {"nine"}), texts({}, {"minus one"})},
                      Type::tensor(DType::string)};
  CHECK(show(vectorizer().set("int64_vocabulary", std::vector<int64_t>{-1, 0, 9}).run({X})) ==
        "string[3] 'minus one' '' 'nine'");
}

TEST_CASE("DictVectorizer requires every key in the vocabulary, and one vocabulary of its type") {
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
