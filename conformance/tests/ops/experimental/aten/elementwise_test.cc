#include "conformance/tests/ops/experimental/aten/aten.h"

namespace etalon::test::aten_elementwise_test {

TEST_CASE("ATen's arithmetic broadcasts; wraps integers and rounds floats once") {
  const Tensor column = i64({2, 1}, {INT64_MAX, 2});
  const Tensor row = i64({2}, {1, -1});
  CHECK(show(aten("add").run({column, row})) ==
        "int64[2, 2] -9223372036854775808 9223372036854775806 3 1");
  CHECK(show(aten("sub").set("alpha", 3).run({i64({1}, {10}), row})) == "int64[2] 7 13");
  CHECK(show(aten("mul").run({column, row})) ==
        "int64[2, 2] 9223372036854775807 -9223372036854775807 2 -2");
  // 1 + 3·2^-54 is nearer to 1 + 2^-52 than the rounded thirds would give: exact, then rounded.
  CHECK(show(aten("add").set("alpha", 3).run({f64({1}, {1}), f64({1}, {0x1p-54})})) ==
        show(f64({1}, {1 + 0x1p-52})));
  CHECK(show(aten("mul").set("other", 2).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(aten("mul").error({column, f32({1}, {1})}) ==
        aten_place + "the operands are a tensor(int64) and a tensor(float)");
  CHECK(aten("add").error({i64({2}, {1, 2}), i64({3}, {1, 2, 3})}) ==
        aten_place + "the shapes [2] and [3] do not broadcast");
}

TEST_CASE("ATen's div and pow of integers") {
  const Tensor x = i64({3}, {-7, INT64_MIN, 7});
  CHECK(show(aten("div").set("other", -1).run({x})) == "int64[3] 7 -9223372036854775808 -7");
  CHECK(show(aten("div").set("other", 2).run({tensor(DType::uint8, {1}, {255})})) ==
        "uint8[1] 127");
  CHECK(aten("div").set("other", 0).error({x}) ==
        "Unspecified: ATen-1 (output 'y0'): the integer -7 is divided by 0");
  CHECK(show(aten("pow").set("exponent", 3).run({i64({2}, {-3, 10})})) == "int64[2] -27 1000");
  CHECK(show(aten("pow").set("exponent", 0).run({x})) == "int64[3] 1 1 1");
  CHECK(aten("pow").set("exponent", -1).error({x}) ==
        aten_place + "an integer is raised to the power -1");
  CHECK(show(aten("pow").set("exponent", 0.5).run({f32({2}, {4, -1})})) == "float[2] 2 nan");
}

TEST_CASE("ATen's functions of one real number") {
  const auto of = [](const char* function, double x) {
    return show(aten(function).run({f32({}, {x})}));
  };
  CHECK(of("ceil", -0.5) == "float[] -0");
  CHECK(of("floor", -0.5) == "float[] -1");
  CHECK(of("cos", 0) == "float[] 1");
  CHECK(of("sin", -0.0) == "float[] -0");
  CHECK(of("exp", -INFINITY) == "float[] 0");
  CHECK(of("exp", 1) == "float[] 2.7182817");
  CHECK(of("log", 0) == "float[] -inf");
  CHECK(of("log", 10) == "float[] 2.3025851");
  CHECK(of("sqrt", 2.25) == "float[] 1.5");
  CHECK(of("rsqrt", 0.25) == "float[] 2");
  CHECK(of("reciprocal", -0.0) == "float[] -inf");
  CHECK(of("tanh", INFINITY) == "float[] 1");
  CHECK(of("sigmoid", -INFINITY) == "float[] 0");
  CHECK(of("sigmoid", 1) == "float[] 0.7310586");
  CHECK(aten("exp").error({i64({1}, {1})}) ==
        aten_place + "input 0 is a tensor(int64), not of floats");
}

TEST_CASE("ATen's abs and neg and relu and clamp are of any numbers") {
  const Tensor x = tensor(DType::int8, {3}, {-128, 5, -5});
  CHECK(show(aten("abs").run({x})) == "int8[3] -128 5 5");
  CHECK(show(aten("neg").run({x})) == "int8[3] -128 -5 5");
  CHECK(show(aten("relu").run({x})) == "int8[3] 0 5 0");
  CHECK(show(aten("clamp").set("min", -6).run({x})) == "int8[3] -6 5 -5");
  CHECK(show(aten("clamp").set("max", 0.5).run({f32({3}, {-1, 2, NAN})})) == "float[3] -1 0.5 nan");
  CHECK(show(aten("abs").run({f32({2}, {-0.0, NAN})})) == "float[2] 0 nan");
  CHECK(show(aten("relu").run({f32({3}, {-1, NAN, INFINITY})})) == "float[3] 0 nan inf");
}

}  // namespace etalon::test::aten_elementwise_test
