#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_prod_test {

TEST_CASE("ReduceProd of an empty set gives its neutral element") {
  CHECK(
      show(OneNode("ReduceProd", 11).set("axes", std::vector<int64_t>{1}).run({f32({2, 0}, {})})) ==
      "float[2, 1] 1 1");
}

TEST_CASE("ReduceProd of integers wraps") {
  const Tensor x = tensor(DType::int32, {2}, {2147483647, 2});
  CHECK(show(OneNode("ReduceProd", 18).run({x})) == "int32[1] -2");
  CHECK(show(OneNode("ReduceProd", 18).run({i64({2}, {int64_t{1} << 62, 2})})) ==
        "int64[1] -9223372036854775808");
}

TEST_CASE("ReduceProd of doubles is within half an ULP of the exact product") {
  // 1.1^20 of the double nearest 1.1, by exact arithmetic (Python's fractions).
  const Tensor x = tensor(DType::float64, {20}, std::vector<double>(20, 1.1));
  CHECK(show(OneNode("ReduceProd", 18).run({x})) == "double[1] 6.727499949325611");
}

}  // namespace etalon::test::reduce_prod_test
