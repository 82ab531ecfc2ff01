#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_log_sum_test {

TEST_CASE("ReduceLogSum of an empty set gives its neutral element") {
  CHECK(show(OneNode("ReduceLogSum", 11)
                 .set("axes", std::vector<int64_t>{1})
                 .run({f32({2, 0}, {})})) == "float[2, 1] -inf -inf");
}

TEST_CASE("ReduceLogSum of no integers is undefined") {
  CHECK(OneNode("ReduceLogSum", 13).error({i64({0}, {})}) ==
        "Unspecified: ReduceLogSum-13 (output 'y0'): a result is NaN or outside the range of "
        "tensor(int64)");
}

TEST_CASE("ReduceLogSum of integers truncates") {
  // log 53 = 3.97…
  CHECK(show(OneNode("ReduceLogSum", 18).run({tensor(DType::int32, {2}, {3, 50})})) ==
        "int32[1] 3");
  CHECK(OneNode("ReduceLogSum", 18).error({i64({1}, {-1})}) ==
        "Unspecified: ReduceLogSum-18 (output 'y0'): a result is NaN or outside the range of "
        "tensor(int64)");
}

TEST_CASE("ReduceLogSum-28 takes floats only") {
  CHECK(OneNode("ReduceLogSum", 28)
            .error({i64({1}, {1})})
            .ends_with("input 'data' is a tensor(int64), which its type T does not admit"));
  CHECK(show(OneNode("ReduceLogSum", 28).run({f32({2}, {0.25, 0.75})})) == "float[1] 0");
}

}  // namespace etalon::test::reduce_log_sum_test
