#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_sum_test {

TEST_CASE("ReduceSum of an empty set gives its neutral element") {
  CHECK(
      show(OneNode("ReduceSum", 11).set("axes", std::vector<int64_t>{1}).run({f32({2, 0}, {})})) ==
      "float[2, 1] 0 0");
  CHECK(
      show(OneNode("ReduceSum", 11).set("axes", std::vector<int64_t>{1}).run({f32({0, 2}, {})})) ==
      "float[0, 1]");
}

TEST_CASE("ReduceSum of integers wraps") {
  const Tensor x = tensor(DType::int32, {2}, {2147483647, 2});
  CHECK(show(OneNode("ReduceSum", 13).run({x})) == "int32[1] -2147483647");
}

TEST_CASE("ReduceSum rounds floats once; at the end") {
  CHECK(show(OneNode("ReduceSum", 13).run({f32({3}, {16777216, 1, 1})})) == "float[1] 16777218");
  // 1e16 + 1 - 1e16 is 1 by exact arithmetic; double addition alone gives 0.
  CHECK(show(OneNode("ReduceSum", 13).run({tensor(DType::float64, {3}, {1e16, 1, -1e16})})) ==
        "double[1] 1");
}

// IEEE 754: a sum is −0 where all addends are, and an exact cancellation is +0.
TEST_CASE("ReduceSum gives -0 where all elements are -0 and nowhere else") {
  for (const DType type : {DType::float32, DType::float64, DType::bfloat16}) {
    const auto sum = [&](const Floats& x) {
      const Tensor reduced = OneNode("ReduceSum", 13).run({tensor(type, {x.size()}, x)}).tensor();
      return show(reduced).substr(show(reduced).find(' '));
    };
    CHECK(sum({-0.0}) == " -0");
    CHECK(sum({-0.0, -0.0}) == " -0");
    CHECK(sum({-0.0, 0.0}) == " 0");
    CHECK(sum({1, -1}) == " 0");
    CHECK(sum({}) == " 0");
  }
}

}  // namespace etalon::test::reduce_sum_test
