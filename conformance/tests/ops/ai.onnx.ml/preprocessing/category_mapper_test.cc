#include "conformance/tests/ops/one_node.h"

namespace etalon::test::category_mapper_test {
namespace {

OneNode mapper() {
  return OneNode("CategoryMapper", 1, "ai.onnx.ml")
      .set("cats_strings", std::vector<std::string>{"cat", "dog", ""})
      .set("cats_int64s", std::vector<int64_t>{5, 7, INT64_MAX});
}

}  // namespace

TEST_CASE("CategoryMapper turns strings into integers") {
  CHECK(show(mapper().run({texts({2, 2}, {"dog", "cat", "Dog", ""})})) ==
        "int64[2, 2] 7 5 -1 9223372036854775807");
  CHECK(show(mapper().set("default_int64", 9).run({texts({1}, {"?"})})) == "int64[1] 9");
}

TEST_CASE("CategoryMapper turns integers into strings") {
  CHECK(show(mapper().run({i64({3}, {7, 6, INT64_MAX})})) == "string[3] 'dog' '_Unused' ''");
  CHECK(show(mapper().set("default_string", "?").run({i64({1, 1}, {0})})) == "string[1, 1] '?'");
  CHECK(show(mapper().run({i64({0}, {})})) == "string[0]");
}

TEST_CASE("CategoryMapper requires equal numbers of strings and integers") {
  CHECK(mapper().set("cats_int64s", std::vector<int64_t>{5}).error({i64({1}, {5})}) ==
        "InvalidInput: ai.onnx.ml.CategoryMapper-1 (output 'y0'): there are 1 keys and 3 values");
}

TEST_CASE("CategoryMapper requires a vector or a matrix") {
  CHECK(mapper().error({texts({}, {"cat"})}) ==
        "InvalidInput: ai.onnx.ml.CategoryMapper-1 (output 'y0'): X has the shape []; it must be "
        "[N, C] or [C]");
  CHECK(mapper()
            .error({i64({1, 1, 1}, {5})})
            .ends_with("X has the shape [1, 1, 1]; it must be "
                       "[N, C] or [C]"));
}

TEST_CASE("CategoryMapper allows one default") {
  const OneNode two = mapper().set("default_int64", 9).set("default_string", "?");
  CHECK(two.error({i64({1}, {5})})
            .ends_with("default_int64 and default_string are both given; only one is allowed"));
  // The schema's own default says no more than none.
  const OneNode same = mapper().set("default_int64", -1).set("default_string", "?");
  CHECK(show(same.run({i64({1}, {0})})) == "string[1] '?'");
}

}  // namespace etalon::test::category_mapper_test
