#include "conformance/tests/ops/one_node.h"

namespace etalon::test::pow_test {

TEST_CASE("Pow-1 aligns Y with X from `axis`") {
  const Tensor X = f32({2, 2}, {2, 3, 4, 5});
  const Tensor Y = f32({2}, {2, 3});
  CHECK(show(OneNode("Pow", 1).set("broadcast", 1).set("axis", 0).run({X, Y})) ==
        "float[2, 2] 4 9 64 125");
  CHECK(show(OneNode("Pow", 1).set("broadcast", 1).run({X, Y})) == "float[2, 2] 4 27 16 125");
  CHECK(OneNode("Pow", 1).error({X, Y}).ends_with("differ and broadcast is 0"));
}

TEST_CASE("Pow-7 broadcasts both ways") {
  CHECK(show(OneNode("Pow", 7).run({f32({2, 1}, {2, 3}), f32({2}, {2, 3})})) ==
        "float[2, 2] 4 8 9 27");
  CHECK(show(OneNode("Pow", 7).run({f32({}, {2}), f32({}, {0.5})})) == "float[] 1.4142135");
  CHECK(show(OneNode("Pow", 7).run({f32({0}, {}), f32({1}, {2})})) == "float[0]");
}

TEST_CASE("Pow of floats follows IEEE 754") {
  CHECK(show(OneNode("Pow", 15).run(
            {f32({7}, {NAN, 1, 0, -0.0, -8, -2, 0}), f32({7}, {0, NAN, -1, -1, 1.0 / 3, 3, 0})})) ==
        "float[7] 1 1 inf -inf nan -8 1");
  CHECK(show(OneNode("Pow", 15).run({f32({3}, {2, 2, -INFINITY}), f32({3}, {200, -200, 3})})) ==
        "float[3] inf 0 -inf");
}

TEST_CASE("Pow-12 takes the exponent in a type of its own and gives the base's") {
  for (const int opset : {12, 13, 15}) {
    CHECK(show(OneNode("Pow", opset).run({f32({3}, {1, 2, 3}), i64({3}, {4, -1, 6})})) ==
          "float[3] 1 0.5 729");
    CHECK(show(OneNode("Pow", opset).run({i64({3}, {1, 2, 4}), f32({3}, {4, 5, 0.5})})) ==
          "int64[3] 1 32 2");
    CHECK(show(OneNode("Pow", opset)
                   .run({tensor(DType::int32, {2}, {-3, 7}), tensor(DType::uint8, {2}, {3, 0})})) ==
          "int32[2] -27 1");
  }
  CHECK(show(OneNode("Pow", 15).run({tensor(DType::float16, {1}, {3}),
                                     tensor(DType::bfloat16, {1}, {2})})) == "float16[1] 9");
}

TEST_CASE("Pow of integers is exact and wraps") {
  // By exact arithmetic: 3^39 passes 2^53, 3^41 mod 2^64 - 2^64, 2^31 as int32.
  CHECK(show(OneNode("Pow", 15).run({i64({3}, {3, 3, 2}), i64({3}, {39, 41, 64})})) ==
        "int64[3] 4052555153018976267 -420491770248316829 0");
  CHECK(show(OneNode("Pow", 15).run(
            {tensor(DType::int32, {1}, {2}), tensor(DType::float64, {1}, {31})})) ==
        "int32[1] -2147483648");
  CHECK(show(OneNode("Pow", 15).run({i64({1}, {-1}), integers(DType::uint64, {1}, {-1})})) ==
        "int64[1] -1");
}

TEST_CASE("Pow keeps the parity of exponents that a double does not hold") {
  const Tensor odd = i64({1}, {(int64_t{1} << 53) + 1});
  CHECK(show(OneNode("Pow", 15).run({f32({1}, {-1}), odd})) == "float[1] -1");
  // (1 + 2^-52)^(2^53 + 1), negated: mpmath.
  CHECK(near(OneNode("Pow", 15).run({tensor(DType::float64, {1}, {-1.0000000000000002}), odd}),
             tensor(DType::float64, {1}, {-7.3890560989306502272})));
}

TEST_CASE("Pow of integers that is not an integer is truncated") {
  CHECK(show(OneNode("Pow", 15).run(
            {i64({4}, {1, -1, -1, 1}), i64({4}, {-3, -3, -2, INT64_MIN})})) == "int64[4] 1 -1 1 1");
  CHECK(show(OneNode("Pow", 15).run({i64({2}, {2, -3}), i64({2}, {-1, -1})})) == "int64[2] 0 0");
  // √2 = 1.41, 10^2.5 = 316.2, 3^-700.5 is below any double
  CHECK(show(OneNode("Pow", 15).run({i64({3}, {2, 10, 3}), f64({3}, {0.5, 2.5, -700.5})})) ==
        "int64[3] 1 316 0");
  CHECK(show(OneNode("Pow", 15).run({i64({2}, {2, 1}), f32({2}, {-INFINITY, 1e30})})) ==
        "int64[2] 0 1");
}

TEST_CASE("Pow of integers that is no number, or that a double does not tell, is unspecified") {
  CHECK(OneNode("Pow", 15).error({i64({1}, {0}), i64({1}, {-1})}) ==
        "Unspecified: Pow-15 (output 'y0'): the specification does not say how an integer "
        "tensor holds 0^-1");
  CHECK(OneNode("Pow", 15).error({i64({1}, {-8}), f32({1}, {0.5})}).starts_with("Unspecified"));
  CHECK(OneNode("Pow", 15).error({i64({1}, {2}), f32({1}, {NAN})}).starts_with("Unspecified"));
  CHECK(OneNode("Pow", 15).error({i64({1}, {2}), f32({1}, {1e30})}).starts_with("Unspecified"));
  // √3 · 3^34 is irrational, and beyond 2^52.
  CHECK(OneNode("Pow", 15).error({i64({1}, {3}), f32({1}, {34.5})}).starts_with("Unspecified"));
}

}  // namespace etalon::test::pow_test
