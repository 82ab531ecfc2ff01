// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_linear_int_test {

TEST_CASE("LinearInt counts a given bias whatever beta's default") {
  const OneNode node("LinearInt", 1, "thinker");
  const Tensor A = i8({1, 2}, {3, 5});
  const Tensor B = i8({2, 2}, {1, 0, 0, 1});
  const Tensor one = f32({}, {1});
  const Tensor C = i8({2}, {10, -10});
  CHECK(show(node.run({A, f32({}, {2}), B, one, one})) == "int8[1, 2] 2 3");
  CHECK(show(node.run({A, one, B, one, C, f32({}, {2}), one})) == "int8[1, 2] 8 0");
  CHECK(show(OneNode(node).set("beta", 0.0).run({A, one, B, one, C, one, one})) ==
        "int8[1, 2] 3 5");
  CHECK(show(OneNode(node).set("alpha", 0.5).run({A, one, B, one, Value(), Value(), one})) ==
        "int8[1, 2] 2 3");
  CHECK(ends(node.error({A, one, B, one, C, Value(), one}), "input 'scale_c' is missing"));
}

TEST_CASE("LinearInt with scales as attributes takes X and W and a bias at their product") {
  const OneNode node = OneNode("LinearInt", 1, "thinker").set("scale_x", 2.0).set("scale_w", 2.0);
  const Tensor X = i8({2, 1, 2}, {1, 2, 3, -4});
  const Tensor W = i8({1, 2}, {1, 2});
  const Tensor B = tensor(DType::int32, {1}, {1});
  CHECK(show(node.run({X, W, B})) == "float[2, 1, 1] 1.5 -1");
  CHECK(show(OneNode(node).set("scale_o", 3.0).set("o_bits", 8).run({X, W, B})) ==
        "int8[2, 1, 1] 5 -3");
  // X · Wᵀ + B is 6 and -4, at the scale 4.
  CHECK(show(OneNode(node).set("scale_o", 3.0).set("o_bits", 16).run({X, W, B})) ==
        "int16[2, 1, 1] 5 -3");
  CHECK(show(OneNode(node).set("scale_o", 0x1p20).set("o_bits", 32).run({X, W, B})) ==
        "int32[2, 1, 1] 1572864 -1048576");
  CHECK(ends(node.error({X, W, tensor(DType::int32, {2}, {1, 1})}),
             "B has the shape [2] where W has 1 rows"));
}

}  // namespace etalon::test::thinker_linear_int_test
