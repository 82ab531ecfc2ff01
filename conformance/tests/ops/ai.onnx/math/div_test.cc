#include "conformance/tests/ops/one_node.h"

namespace etalon::test::div_test {

TEST_CASE("Div before 7 aligns B with A from `axis`") {
  const Tensor A = f32({2, 2}, {10, 20, 30, 40});
  const Tensor B = f32({2}, {10, 2});
  for (const int opset : {1, 6}) {
    CHECK(show(OneNode("Div", opset).set("broadcast", 1).set("axis", 0).run({A, B})) ==
          "float[2, 2] 1 2 15 20");
    CHECK(show(OneNode("Div", opset).set("broadcast", 1).run({A, B})) == "float[2, 2] 1 10 3 20");
    CHECK(show(OneNode("Div", opset).run({B, B})) == "float[2] 1 1");
  }
}

TEST_CASE("Div from 7 on broadcasts both ways") {
  for (const int opset : {7, 13, 14}) {
    CHECK(show(OneNode("Div", opset).run({f32({2, 1}, {6, 12}), f32({2}, {2, 3})})) ==
          "float[2, 2] 3 2 6 4");
  }
  CHECK(show(OneNode("Div", 7).run({f32({}, {1}), f32({}, {3})})) == "float[] 0.33333334");
  CHECK(show(OneNode("Div", 7).run({f32({0}, {}), f32({1}, {0})})) == "float[0]");
  CHECK(OneNode("Div", 7).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: Div-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("Div of integers truncates toward zero") {
  const std::vector<double> a = {-7, 7, -7, 7};
  const std::vector<double> b = {2, 2, -2, -2};
  CHECK(show(OneNode("Div", 6).run({tensor(DType::int32, {4}, a), tensor(DType::int32, {4}, b)})) ==
        "int32[4] -3 3 3 -3");
  CHECK(show(OneNode("Div", 14).run({tensor(DType::int8, {4}, a), tensor(DType::int8, {4}, b)})) ==
        "int8[4] -3 3 3 -3");
  CHECK(show(OneNode("Div", 14).run({integers(DType::uint64, {3}, {-1, -1, 5}),
                                     integers(DType::uint64, {3}, {-1, 10, -1})})) ==
        "uint64[3] 1 1844674407370955161 0");
}

TEST_CASE("Div of the lowest integer by -1 wraps") {
  CHECK(show(OneNode("Div", 14).run({i64({2}, {INT64_MIN, 5}), i64({1}, {-1})})) ==
        "int64[2] -9223372036854775808 -5");
  CHECK(show(OneNode("Div", 14).run(
            {tensor(DType::int8, {1}, {-128}), tensor(DType::int8, {1}, {-1})})) == "int8[1] -128");
}

TEST_CASE("Div of an integer by 0 is an error") {
  CHECK(OneNode("Div", 14).error({i64({2}, {1, 7}), i64({2}, {1, 0})}) ==
        "Unspecified: Div-14 (output 'y0'): the integer 7 is divided by 0");
  CHECK(
      OneNode("Div", 14).error({tensor(DType::uint8, {1}, {0}), tensor(DType::uint8, {1}, {0})}) ==
      "Unspecified: Div-14 (output 'y0'): the integer 0 is divided by 0");
}

TEST_CASE("Div of floats follows IEEE 754") {
  CHECK(show(OneNode("Div", 14).run(
            {f32({5}, {1, -1, 0, INFINITY, 1}), f32({5}, {0, 0, 0, INFINITY, -INFINITY})})) ==
        "float[5] inf -inf nan nan -0");
  CHECK(show(OneNode("Div", 14).run({tensor(DType::float16, {1}, {1}),
                                     tensor(DType::float16, {1}, {3})})) == "float16[1] 0.3333");
}

}  // namespace etalon::test::div_test
