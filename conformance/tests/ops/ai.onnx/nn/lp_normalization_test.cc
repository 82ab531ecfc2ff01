#include "conformance/tests/ops/one_node.h"

namespace etalon::test::lp_normalization_test {

TEST_CASE("LpNormalization divides by the norm along an axis") {
  const Tensor input = f32({2, 2}, {3, -4, 0, 0});
  for (const int64_t opset : {1, 22}) {
    const OneNode node("LpNormalization", opset);
    CHECK(show(node.run({input})) == "float[2, 2] 0.6 -0.8 0 0");
    CHECK(show(OneNode(node).set("p", 1).run({input})) == "float[2, 2] 0.42857143 -0.5714286 0 0");
    CHECK(show(OneNode(node).set("axis", 0).run({input})) == "float[2, 2] 1 -1 0 0");
    CHECK(OneNode(node).set("p", 3).error({input}).ends_with("p is 3; only 1 and 2 are allowed"));
    CHECK(show(node.run({f32({2, 0}, {})})) == "float[2, 0]");
    CHECK(show(node.run({f32({2}, {INFINITY, 1})})) == "float[2] nan 0");
    CHECK(OneNode(node).error({f32({}, {1})}).find("axis -1") != std::string::npos);
  }
  CHECK(show(OneNode("LpNormalization", 22).run({tensor(DType::bfloat16, {2}, {3, 4})})) ==
        "bfloat16[2] 0.6 0.8");
}

}  // namespace etalon::test::lp_normalization_test
