#include "conformance/tests/ops/one_node.h"

namespace etalon::test::rounding_test {

TEST_CASE("Ceil and Floor keep zeros' signs, infinities and NaN") {
  const Tensor x = f32({8}, {1.5, -1.5, -0.5, 0.5, -0.0, INFINITY, -INFINITY, NAN});
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Ceil", opset).run({x})) == "float[8] 2 -1 -0 1 -0 inf -inf nan");
    CHECK(show(OneNode("Floor", opset).run({x})) == "float[8] 1 -2 -1 0 -0 inf -inf nan");
  }
}

TEST_CASE("Round takes halves to the even integer") {
  const Tensor x = f32({9}, {0.9, 2.5, 2.3, 1.5, -4.5, 0.5, -0.5, NAN, -INFINITY});
  for (const int opset : {11, 22}) {
    CHECK(show(OneNode("Round", opset).run({x})) == "float[9] 1 2 2 2 -4 0 -0 nan -inf");
  }
  // 0.49999999999999994 + 0.5 would round to 1, and 2^52 + 1 is its own nearest integer.
  CHECK(show(OneNode("Round", 22)
                 .run({tensor(DType::float64, {2}, {0.49999999999999994, 4503599627370497})})) ==
        "double[2] 0 4503599627370497");
  CHECK(show(OneNode("Round", 22).run({tensor(DType::bfloat16, {1}, {3.5})})) == "bfloat16[1] 4");
}

TEST_CASE("Abs clears the sign of floats") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Abs", opset).run({f32({4}, {-1.5, -0.0, -INFINITY, NAN})})) ==
          "float[4] 1.5 0 inf nan");
  }
}

TEST_CASE("Abs of the lowest integer wraps to itself") {
  CHECK(show(OneNode("Abs", 6).run({tensor(DType::int8, {3}, {-128, -127, 5})})) ==
        "int8[3] -128 127 5");
  CHECK(show(OneNode("Abs", 13).run({i64({2}, {INT64_MIN, -7})})) ==
        "int64[2] -9223372036854775808 7");
  CHECK(show(OneNode("Abs", 13).run({integers(DType::uint64, {1}, {-1})})) ==
        "uint64[1] 18446744073709551615");
}

TEST_CASE("Neg flips the sign of floats, and wraps integers") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Neg", opset).run({f32({4}, {-1.5, 0, INFINITY, NAN})})) ==
          "float[4] 1.5 -0 -inf nan");
  }
  CHECK(show(OneNode("Neg", 6).run({tensor(DType::int8, {2}, {-128, 5})})) == "int8[2] -128 -5");
  CHECK(show(OneNode("Neg", 13).run({i64({1}, {INT64_MIN})})) == "int64[1] -9223372036854775808");
  CHECK(OneNode("Neg", 13).error({tensor(DType::uint8, {1}, {1})}).starts_with("InvalidInput"));
}

TEST_CASE("Sign") {
  for (const int opset : {9, 13}) {
    CHECK(show(OneNode("Sign", opset).run({f32({5}, {-1e-45, 3, 0, INFINITY, NAN})})) ==
          "float[5] -1 1 0 1 nan");
    CHECK(show(OneNode("Sign", opset).run({tensor(DType::int8, {3}, {-128, 0, 5})})) ==
          "int8[3] -1 0 1");
  }
  CHECK(show(OneNode("Sign", 13).run({integers(DType::uint64, {2}, {-1, 0})})) == "uint64[2] 1 0");
}

TEST_CASE("Rounding, Abs, Neg and Sign keep rank 0 and empty shapes") {
  for (const char* op : {"Ceil", "Floor", "Round", "Abs", "Neg", "Sign"}) {
    CAPTURE(op);
    CHECK(show(OneNode(op, 13).run({f32({}, {-3})})) ==
          (std::string_view(op) == "Abs" || std::string_view(op) == "Neg" ? "float[] 3"
           : std::string_view(op) == "Sign"                               ? "float[] -1"
                                                                          : "float[] -3"));
    CHECK(show(OneNode(op, 13).run({f32({0, 3}, {})})) == "float[0, 3]");
  }
}

}  // namespace etalon::test::rounding_test
