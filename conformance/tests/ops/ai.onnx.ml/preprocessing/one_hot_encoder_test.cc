#include "conformance/tests/ops/one_node.h"

namespace etalon::test::one_hot_encoder_test {
namespace {

OneNode of_integers(const std::vector<int64_t>& categories) {
  return OneNode("OneHotEncoder", 1, "ai.onnx.ml").set("cats_int64s", categories);
}
OneNode of_strings(const std::vector<std::string>& categories) {
  return OneNode("OneHotEncoder", 1, "ai.onnx.ml").set("cats_strings", categories);
}

}  // namespace

TEST_CASE("OneHotEncoder is all zeros for an unknown category unless this is an error") {
  CHECK(of_strings({"a", "b"}).set("zeros", 0).error({texts({3}, {"b", "c", "a"})}) ==
        "InvalidInput: ai.onnx.ml.OneHotEncoder-1 (output 'y0'): element 1 is not in any category");
}

TEST_CASE("OneHotEncoder requires one list of categories; of X's kind") {
  const std::string place = "InvalidInput: ai.onnx.ml.OneHotEncoder-1 (output 'y0'): ";
  CHECK(of_integers({1}).error({texts({1}, {"1"})}) ==
        place + "X is a tensor(string), for which there are 1 cats_int64s and 0 cats_strings");
  CHECK(of_strings({"1"}).set("cats_int64s", std::vector<int64_t>{1}).error({i64({1}, {1})}) ==
        place + "X is a tensor(int64), for which there are 1 cats_int64s and 1 cats_strings");
}

}  // namespace etalon::test::one_hot_encoder_test
