#include "conformance/tests/ops/one_node.h"

namespace etalon::test::instance_normalization_test {

TEST_CASE("InstanceNormalization standardizes each channel of each instance") {
  const Tensor x = f32({1, 2, 2}, {1, 3, 10, 30});
  const Tensor scale = f32({2}, {1, 2});
  const Tensor B = f32({2}, {0, 0.5});
  for (const int64_t opset : {1, 6, 22}) {
    CHECK(show(OneNode("InstanceNormalization", opset).set("epsilon", 0.0).run({x, scale, B})) ==
          "float[1, 2, 2] -1 1 -1.5 2.5");
  }
  CHECK(show(OneNode("InstanceNormalization", 1)
                 .set("epsilon", 3.0)
                 .set("consumed_inputs", Integers{0, 0, 0})
                 .run({f32({1, 1, 2}, {1, 3}), f32({1}, {1}), f32({1}, {0})})) ==
        "float[1, 1, 2] -0.5 0.5");
  CHECK(show(OneNode("InstanceNormalization", 22)
                 .run({tensor(DType::bfloat16, {1, 1, 2}, {5, 5}),
                       tensor(DType::bfloat16, {1}, {1}), tensor(DType::bfloat16, {1}, {2})})) ==
        "bfloat16[1, 1, 2] 2 2");
  CHECK(show(OneNode("InstanceNormalization", 6).run({f32({0, 2, 2}, {}), scale, B})) ==
        "float[0, 2, 2]");
  CHECK(OneNode("InstanceNormalization", 6)
            .error({x, f32({1}, {1}), B})
            .ends_with("scale has the shape [1], not [2]"));
}

}  // namespace etalon::test::instance_normalization_test
