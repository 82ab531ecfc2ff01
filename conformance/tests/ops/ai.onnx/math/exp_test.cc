#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::exp_test {

TEST_CASE("Exp overflows to infinity and underflows gradually") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(OneNode("Exp", opset).run({f64({4}, {0.5, -80, 80, -740})}),
               f64({4}, {1.6487212707001281468, 1.8048513878454151723e-35, 5.5406223843935100526e34,
                         4.1887398800480489395e-322})));
  }
  CHECK(show(OneNode("Exp", 13).run({f32({5}, {89, -104, -INFINITY, INFINITY, NAN})})) ==
        "float[5] inf 0 0 inf nan");
  CHECK(show(OneNode("Exp", 13).run({tensor(DType::float16, {2}, {11, 12})})) ==
        "float16[2] 5.987e+04 inf");
}

TEST_CASE("Exp keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Exp", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(OneNode("Exp", 13).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Exp", 13).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::exp_test
