#include "conformance/tests/ops/one_node.h"

namespace etalon::test::hardmax_test {

TEST_CASE("Hardmax-11 marks one element of the whole tail; Hardmax-13 one along its axis") {
  const Tensor x = f32({1, 2, 2}, {1, 2, 4, 3});
  for (const int64_t opset : {1, 11}) {
    CHECK(show(OneNode("Hardmax", opset).run({x})) == "float[1, 2, 2] 0 0 1 0");
  }
  CHECK(show(OneNode("Hardmax", 13).run({x})) == "float[1, 2, 2] 0 1 1 0");
  CHECK(show(OneNode("Hardmax", 13).set("axis", 1).run({x})) == "float[1, 2, 2] 0 0 1 1");
}

TEST_CASE("Hardmax marks the first maximum and the first NaN before it") {
  CHECK(show(OneNode("Hardmax", 13).run({f32({3}, {1, 3, 3})})) == "float[3] 0 1 0");
  CHECK(show(OneNode("Hardmax", 13).run({f32({4}, {1, NAN, 3, NAN})})) == "float[4] 0 1 0 0");
  CHECK(show(OneNode("Hardmax", 13).run({f32({2}, {-INFINITY, -INFINITY})})) == "float[2] 1 0");
  CHECK(show(OneNode("Hardmax", 13).run({tensor(DType::bfloat16, {2}, {1, 2})})) ==
        "bfloat16[2] 0 1");
  CHECK(show(OneNode("Hardmax", 13).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::hardmax_test
