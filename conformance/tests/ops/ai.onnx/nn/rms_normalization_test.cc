#include "conformance/tests/ops/one_node.h"

namespace etalon::test::rms_normalization_test {

TEST_CASE("RMSNormalization divides by the root of the mean square") {
  const OneNode node = OneNode("RMSNormalization", 23).set("epsilon", 0.0);
  const Tensor X = f32({2, 2}, {1, 7, 10, -10});  // (1 + 49) / 2 = 25, 100
  CHECK(show(node.run({X, f32({2}, {1, 10})})) == "float[2, 2] 0.2 14 1 -10");
  CHECK(show(OneNode(node).set("axis", 0).run({f32({2, 2}, {1, 1, 1, 5}), f32({1}, {1})})) ==
        "float[2, 2] 0.37796447 0.37796447 0.37796447 1.8898224");  // 1 / √7
  CHECK(show(OneNode("RMSNormalization", 23)
                 .set("epsilon", 3.0)
                 .run({f32({1, 1}, {1}), f32({}, {1})})) == "float[1, 1] 0.5");
  CHECK(node.error({X, f32({3}, {1, 1, 1})}).find("broadcast") != std::string::npos);
  CHECK(show(node.run({f32({0, 2}, {}), f32({2}, {1, 1})})) == "float[0, 2]");
}

TEST_CASE("RMSNormalization computes in stash_type and has scale's type") {
  const Tensor X = tensor(DType::float16, {1, 2}, {256, 256});
  CHECK(show(OneNode("RMSNormalization", 23).set("epsilon", 0.0).run({X, f32({1}, {0.1})})) ==
        "float[1, 2] 0.1 0.1");
  CHECK(show(OneNode("RMSNormalization", 23)
                 .set("epsilon", 0.0)
                 .set("stash_type", 10)
                 .run({f32({1, 1}, {70000}), f32({1}, {1})})) == "float[1, 1] nan");  // ∞ / ∞
}

}  // namespace etalon::test::rms_normalization_test
