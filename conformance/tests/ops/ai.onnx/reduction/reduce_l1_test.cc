#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_l1_test {

TEST_CASE("ReduceL1 of an empty set gives its neutral element") {
  CHECK(show(OneNode("ReduceL1", 11).set("axes", std::vector<int64_t>{1}).run({f32({2, 0}, {})})) ==
        "float[2, 1] 0 0");
}

TEST_CASE("ReduceL1 of integers wraps") {
  CHECK(show(OneNode("ReduceL1", 18).run({tensor(DType::int32, {2}, {-2147483648.0, -1})})) ==
        "int32[1] -2147483647");
  CHECK(show(OneNode("ReduceL1", 18).run({i64({2}, {-3, 4})})) == "int64[1] 7");
}

}  // namespace etalon::test::reduce_l1_test
