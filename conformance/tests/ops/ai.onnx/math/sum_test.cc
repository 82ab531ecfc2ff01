#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sum_test {

TEST_CASE("Sum before 8 requires equal shapes") {
  const Tensor a = f32({2}, {1, 5});
  for (const int opset : {1, 6}) {
    CHECK(show(OneNode("Sum", opset).run({a, f32({2}, {3, 4}), f32({2}, {2, 6})})) ==
          "float[2] 6 15");
  }
  CHECK(OneNode("Sum", 6).error({a, f32({1}, {3})}) ==
        "InvalidInput: Sum-6 (output 'y0'): the shapes [2] and [1] differ");
}

TEST_CASE("Sum from 8 on broadcasts all inputs") {
  const Values inputs = {f32({2, 1}, {1, 5}), f32({2}, {3, 4}), f32({}, {2})};
  for (const int opset : {8, 13}) {
    CHECK(show(OneNode("Sum", opset).run(inputs)) == "float[2, 2] 6 7 10 11");
  }
  CHECK(show(OneNode("Sum", 13).run({f32({0}, {}), f32({1}, {2})})) == "float[0]");
}

TEST_CASE("Sum loses nothing in the middle") {
  // By hand: 1e16 + 1 - 1e16 = 1; the float64 nearest to 1e16 + 1 is 1e16.
  const auto f64 = [](double value) { return tensor(DType::float64, {1}, {value}); };
  CHECK(show(OneNode("Sum", 13).run({f64(1e16), f64(1), f64(-1e16)})) == "double[1] 1");
  const auto f16 = [](double value) { return tensor(DType::float16, {1}, {value}); };
  CHECK(show(OneNode("Sum", 13).run({f16(65504), f16(65504), f16(-65504)})) ==
        "float16[1] 6.55e+04");
}

TEST_CASE("Sum of zeros, infinities and NaN") {
  const Tensor negative_zero = f32({1}, {-0.0});
  CHECK(show(OneNode("Sum", 13).run({negative_zero})) == "float[1] -0");
  CHECK(show(OneNode("Sum", 13).run({negative_zero, negative_zero})) == "float[1] -0");
  CHECK(show(OneNode("Sum", 13).run({f32({3}, {INFINITY, INFINITY, NAN}),
                                     f32({3}, {1, -INFINITY, 1}), f32({3}, {1, 1, 1})})) ==
        "float[3] inf nan nan");
}

TEST_CASE("Sum and Mean of values that cancel are exact") {
  const Values addends{f32({1}, {1e38}), f32({1}, {1}), f32({1}, {1e-30}), f32({1}, {-1e38}),
                       f32({1}, {-1})};
  CHECK(show(OneNode("Sum", 13).run(addends)) == "float[1] 1e-30");
  CHECK(show(OneNode("Sum", 13).run({f32({1}, {1}), f32({1}, {-1})})) == "float[1] 0");
}

}  // namespace etalon::test::sum_test
