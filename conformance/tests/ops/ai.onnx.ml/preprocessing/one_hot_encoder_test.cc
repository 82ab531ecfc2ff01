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

TEST_CASE("OneHotEncoder adds an axis with a single one") {
  CHECK(show(of_integers({0, 1, 2, 3, 4, 5, 6, 7}).run({i64({1}, {4})})) ==
        "float[1, 8] 0 0 0 0 1 0 0 0");
  CHECK(show(of_integers({7, 5}).run({tensor(DType::int32, {2, 1}, {5, 7})})) ==
        "float[2, 1, 2] 0 1 1 0");
  CHECK(show(of_integers({7, 5}).run({i64({}, {7})})) == "float[2] 1 0");
  CHECK(show(of_integers({7, 5}).run({i64({0}, {})})) == "float[0, 2]");
}

TEST_CASE("OneHotEncoder is all zeros for an unknown category, unless this is an error") {
  CHECK(show(of_strings({"a", "b"}).run({texts({3}, {"b", "c", "a"})})) ==
        "float[3, 2] 0 1 0 0 1 0");
  CHECK(of_strings({"a", "b"}).set("zeros", 0).error({texts({3}, {"b", "c", "a"})}) ==
        "InvalidInput: ai.onnx.ml.OneHotEncoder-1 (output 'y0'): element 1 is of no category");
}

TEST_CASE("OneHotEncoder casts floats to integers") {
  CHECK(show(of_integers({1, 0}).run({f32({4}, {1.75, -0.5, NAN, 1e30})})) ==
        "float[4, 2] 1 0 0 1 0 0 0 0");
  CHECK(show(of_integers({INT64_MIN}).run({tensor(DType::float64, {2}, {-0x1p63, 0x1p63})})) ==
        "float[2, 1] 0 0");
}

TEST_CASE("OneHotEncoder requires one list of categories, of X's kind") {
  const std::string place = "InvalidInput: ai.onnx.ml.OneHotEncoder-1 (output 'y0'): ";
  CHECK(of_integers({1}).error({texts({1}, {"1"})}) ==
        place + "X is a tensor(string), for which there are 1 cats_int64s and 0 cats_strings");
  CHECK(of_strings({"1"}).set("cats_int64s", std::vector<int64_t>{1}).error({i64({1}, {1})}) ==
        place + "X is a tensor(int64), for which there are 1 cats_int64s and 1 cats_strings");
}

}  // namespace etalon::test::one_hot_encoder_test
