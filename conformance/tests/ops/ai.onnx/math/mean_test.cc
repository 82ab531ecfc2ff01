#include "conformance/tests/ops/one_node.h"

namespace etalon::test::mean_test {

TEST_CASE("Mean before 8 requires equal shapes") {
  const Tensor a = f32({2}, {1, 5});
  for (const int opset : {1, 6}) {
    CHECK(show(OneNode("Mean", opset).run({a, f32({2}, {3, 4}), f32({2}, {2, 6})})) ==
          "float[2] 2 5");
    CHECK(OneNode("Mean", opset).error({a, f32({1}, {3})}).starts_with("InvalidInput"));
  }
}

TEST_CASE("Mean from 8 on broadcasts all inputs") {
  for (const int opset : {8, 13}) {
    CHECK(show(OneNode("Mean", opset).run({f32({2, 1}, {1, 5}), f32({2}, {3, 4})})) ==
          "float[2, 2] 2 2.5 4 4.5");
  }
  CHECK(show(OneNode("Mean", 13).run({f32({}, {3})})) == "float[] 3");
}

TEST_CASE("Mean loses nothing in the middle") {
  // By hand: 1e16 + 1 - 1e16 = 1; the float64 nearest to 1e16 + 1 is 1e16.
  const auto f64 = [](double value) { return tensor(DType::float64, {1}, {value}); };
  CHECK(show(OneNode("Mean", 13).run({f64(1e16), f64(1), f64(-1e16), f64(1)})) == "double[1] 0.5");
}

TEST_CASE("Mean of zeros and infinities and NaN") {
  CHECK(show(OneNode("Mean", 13).run({f32({1}, {INFINITY}), f32({1}, {1})})) == "float[1] inf");
}

}  // namespace etalon::test::mean_test
