#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_log_sum_exp_test {

TEST_CASE("ReduceLogSumExp of an empty set gives its neutral element") {
  CHECK(show(OneNode("ReduceLogSumExp", 11)
                 .set("axes", std::vector<int64_t>{1})
                 .run({f32({2, 0}, {})})) == "float[2, 1] -inf -inf");
}

TEST_CASE("ReduceLogSumExp of integers truncates") {
  // log(e³ + e⁴) = 4.3…
  CHECK(show(OneNode("ReduceLogSumExp", 18).run({tensor(DType::int32, {2}, {3, 4})})) ==
        "int32[1] 4");
}

TEST_CASE("ReduceLogSumExp of the least integer is that integer") {
  // log exp x is x; an int32 is a float64.
  CHECK(show(OneNode("ReduceLogSumExp", 18).run({tensor(DType::int32, {1}, {-2147483648.0})})) ==
        "int32[1] -2147483648");
}

TEST_CASE("ReduceLogSumExp-28 takes floats only") {
  CHECK(OneNode("ReduceLogSumExp", 28)
            .error({i64({1}, {1})})
            .ends_with("input 'data' is a tensor(int64), which its type T does not admit"));
  CHECK(show(OneNode("ReduceLogSumExp", 28).run({f32({1}, {7})})) == "float[1] 7");
}

TEST_CASE("ReduceLogSumExp does not overflow and keeps small sums next to 1") {
  // 1000 + log 2; log(1 + e^-40), Python's decimal.
  CHECK(near(OneNode("ReduceLogSumExp", 18).run({f32({2}, {1000, 1000})}),
             f32({1}, {1000.6931471805599})));
  CHECK(near(OneNode("ReduceLogSumExp", 18).run({tensor(DType::float64, {2}, {0, -40})}),
             tensor(DType::float64, {1}, {4.248354255291589e-18})));
}

}  // namespace etalon::test::reduce_log_sum_exp_test
