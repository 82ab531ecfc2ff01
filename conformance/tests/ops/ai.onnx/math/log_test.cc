#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::log_test {

TEST_CASE("Log is -inf at 0 and NaN below") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(OneNode("Log", opset).run({f64({4}, {0.5, 1e-40, 1e30, 3})}),
               f64({4}, {-0.69314718055994530942, -92.103403719761827431, 69.07755278982137054,
                         1.0986122886681096914})));
  }
  CHECK(show(OneNode("Log", 13).run({f32({6}, {1, 0, -0.0, -1, INFINITY, NAN})})) ==
        "float[6] 0 -inf -inf nan inf nan");
}

TEST_CASE("Log keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Log", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(OneNode("Log", 13).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Log", 13).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::log_test
