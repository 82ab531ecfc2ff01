#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_mean_test {

TEST_CASE("ReduceMean of an empty set is undefined") {
  CHECK(OneNode("ReduceMean", 18).error({f32({0}, {})}) ==
        "Unspecified: ReduceMean-18 (output 'y0'): the mean of an empty set is undefined");
  CHECK(show(OneNode("ReduceMean", 18).run({f32({0, 2}, {}), i64({1}, {1})})) == "float[0, 1]");
}

TEST_CASE("ReduceMean of integers is the exact mean; truncated towards zero") {
  const auto mean = [](const Tensor& x) { return show(OneNode("ReduceMean", 13).run({x})); };
  CHECK(mean(i64({2}, {1, 2})) == "int64[1] 1");
  CHECK(mean(i64({2}, {-1, -2})) == "int64[1] -1");
  CHECK(mean(i64({3}, {-4, 1, 1})) == "int64[1] 0");
  CHECK(mean(i64({3}, {5, -1, -2})) == "int64[1] 0");
  CHECK(mean(i64({3}, {7, -1, -1})) == "int64[1] 1");
  CHECK(mean(i64({3}, {-7, 1, 1})) == "int64[1] -1");
  CHECK(mean(i64({2}, {INT64_MAX, INT64_MAX})) == "int64[1] 9223372036854775807");
  CHECK(mean(i64({2}, {INT64_MIN, INT64_MIN})) == "int64[1] -9223372036854775808");
  CHECK(mean(integers(DType::uint64, {2}, {-1, -3})) == "uint64[1] 18446744073709551614");
  CHECK(mean(tensor(DType::uint32, {2}, {4294967295, 4294967294})) == "uint32[1] 4294967294");
}

TEST_CASE("ReduceMean rounds floats once; at the end") {
  CHECK(show(OneNode("ReduceMean", 18).run({tensor(DType::float16, {2}, {65504, 65504})})) ==
        "float16[1] 6.55e+04");
  CHECK(show(OneNode("ReduceMean", 13).run({tensor(DType::bfloat16, {2}, {1, 2})})) ==
        "bfloat16[1] 1.5");
}

TEST_CASE("ReduceMean gives -0 where all elements are -0") {
  CHECK(show(OneNode("ReduceMean", 18).run({f32({2}, {-0.0, -0.0})})) == "float[1] -0");
  CHECK(show(OneNode("ReduceMean", 18).run({f32({2}, {-0.0, 0.0})})) == "float[1] 0");
  CHECK(show(OneNode("ReduceMean", 18).run({f64({1}, {-0.0})})) == "double[1] -0");
}

}  // namespace etalon::test::reduce_mean_test
