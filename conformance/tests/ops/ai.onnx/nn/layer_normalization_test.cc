#include "conformance/tests/ops/one_node.h"

namespace etalon::test::layer_normalization_test {
namespace {

// Rows with the mean 2 and the variance 1, the mean 20 and the variance 100.
const Tensor rows = f32({2, 2}, {1, 3, 10, 30});

}  // namespace

TEST_CASE("LayerNormalization standardizes the axes from `axis` on") {
  const OneNode node = OneNode("LayerNormalization", 17).set("epsilon", 0.0).outputs(3);
  const Values Y = node.run_all({rows, f32({2}, {1, 2}), f32({2}, {0, 0.5})});
  CHECK(show(Y[0]) == "float[2, 2] -1 2.5 -1 2.5");
  CHECK(show(Y[1]) == "float[2, 1] 2 20");
  CHECK(show(Y[2]) == "float[2, 1] 1 0.1");
  const Values whole = OneNode(node).set("axis", 0).run_all(
      {f32({2, 2}, {1, 3, 1, 3}), f32({2, 1}, {1, 10}), Value()});
  CHECK(show(whole[0]) == "float[2, 2] -1 1 -10 10");
  CHECK(show(whole[1]) == "float[1, 1] 2");
}

TEST_CASE("LayerNormalization computes in stash_type") {
  // The squares of 256 overflow float16 but not float32.
  const Tensor X = tensor(DType::float16, {1, 2}, {256, -256});
  const Tensor one = tensor(DType::float16, {1}, {1});
  const Values Y =
      OneNode("LayerNormalization", 17).set("epsilon", 0.0).outputs(3).run_all({X, one});
  CHECK(show(Y[0]) == "float16[1, 2] 1 -1");
  CHECK(show(Y[1]) == "float[1, 1] 0");
  CHECK(show(Y[2]) == "float[1, 1] 0.00390625");
  const OneNode node = OneNode("LayerNormalization", 17).set("epsilon", 1.0);
  CHECK(show(OneNode(node)
                 .outputs(2)
                 .set("stash_type", 16)
                 .run_all({f32({1, 2}, {257, 257}), f32({1}, {1})})[1]) == "bfloat16[1, 1] 256");
  CHECK(OneNode(node)
            .set("stash_type", 7)
            .error({rows, f32({1}, {1})})
            .ends_with("stash_type is 7, which is not a float type"));
}

TEST_CASE("LayerNormalization of empty inputs and of inputs that do not fit") {
  const Tensor one = f32({1}, {1});
  CHECK(OneNode("LayerNormalization", 17).error({rows, f32({3}, {1, 1, 1})}).find("broadcast") !=
        std::string::npos);
  CHECK(OneNode("LayerNormalization", 17)
            .error({rows, f32({1, 2, 2}, {1, 1, 1, 1})})
            .ends_with("Scale's shape [1, 2, 2] does not broadcast to [2, 2]"));
  CHECK(OneNode("LayerNormalization", 17)
            .set("axis", 2)
            .error({rows, one})
            .ends_with("axis 2 is outside [-2, 1]"));
}

}  // namespace etalon::test::layer_normalization_test
