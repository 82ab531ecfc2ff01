#include "conformance/tests/ops/one_node.h"

namespace etalon::test::max_test {

TEST_CASE("Max before 8 requires equal shapes") {
  const Tensor a = f32({2}, {1, 5});
  for (const int opset : {1, 6}) {
    CHECK(show(OneNode("Max", opset).run({a, f32({2}, {3, 4}), f32({2}, {2, 6})})) ==
          "float[2] 3 6");
  }
  CHECK(OneNode("Max", 6).error({a, f32({1}, {3})}) ==
        "InvalidInput: Max-6 (output 'y0'): the shapes [2] and [1] differ");
}

TEST_CASE("Max from 8 on broadcasts all inputs") {
  const Values inputs = {f32({2, 1}, {1, 5}), f32({2}, {3, 4}), f32({}, {2})};
  for (const int opset : {8, 12, 13}) {
    CHECK(show(OneNode("Max", opset).run(inputs)) == "float[2, 2] 3 4 5 5");
  }
  CHECK(show(OneNode("Max", 8).run({f32({0}, {}), f32({1}, {2})})) == "float[0]");
  CHECK(show(OneNode("Max", 13).run({f32({}, {-0.0})})) == "float[] -0");
  CHECK(
      OneNode("Max", 8).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}).starts_with("InvalidInput"));
}

TEST_CASE("Max is NaN where any input is") {
  const Values inputs = {f32({3}, {NAN, 1, -INFINITY}), f32({3}, {1, NAN, INFINITY})};
  CHECK(show(OneNode("Max", 13).run(inputs)) == "float[3] nan nan inf");
}

TEST_CASE("Max of integers is exact") {
  const Values signed_ones = {i64({2}, {INT64_MAX, INT64_MIN}), i64({2}, {INT64_MAX - 1, 0})};
  CHECK(show(OneNode("Max", 12).run(signed_ones)) == "int64[2] 9223372036854775807 0");
  const Values unsigned_ones = {integers(DType::uint64, {1}, {-1}),
                                integers(DType::uint64, {1}, {1})};
  CHECK(show(OneNode("Max", 13).run(unsigned_ones)) == "uint64[1] 18446744073709551615");
  CHECK(show(OneNode("Max", 13).run(
            {tensor(DType::int8, {1}, {-128}), tensor(DType::int8, {1}, {127})})) == "int8[1] 127");
}

TEST_CASE("Max of inputs whose joint shape is huge is refused before it is made") {
  Values inputs;
  for (size_t axis = 0; axis < 4; ++axis) {
    Shape shape(4, 1);
    shape[axis] = 65536;
    inputs.push_back(f32(shape, std::vector<double>(65536, 1)));
  }
  CHECK(OneNode("Max", 13).error(inputs).starts_with("LimitExceeded"));
}

}  // namespace etalon::test::max_test
