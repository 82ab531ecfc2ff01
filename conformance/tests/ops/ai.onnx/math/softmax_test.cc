#include "conformance/tests/ops/one_node.h"

namespace etalon::test::softmax_test {

TEST_CASE("Softmax-11 flattens the trailing axes") {
  const Tensor x = f32({1, 2, 2}, {0, 0, 0, 0});
  for (const int64_t opset : {1, 11}) {
    CHECK(show(OneNode("Softmax", opset).run({x})) == "float[1, 2, 2] 0.25 0.25 0.25 0.25");
  }
  CHECK(show(OneNode("Softmax", 11).set("axis", -1).run({x})) == "float[1, 2, 2] 0.5 0.5 0.5 0.5");
  CHECK(show(OneNode("Softmax", 1).set("axis", 0).run({f32({2, 2}, {0, 0, 0, 0})})) ==
        "float[2, 2] 0.25 0.25 0.25 0.25");
}

TEST_CASE("Softmax-13 runs along one axis, the last by default") {
  const Tensor x = f32({1, 2, 2}, {0, 0, 0, 0});
  CHECK(show(OneNode("Softmax", 13).run({x})) == "float[1, 2, 2] 0.5 0.5 0.5 0.5");
  // exp(ln 3) : 1 along axis 0, by hand.
  const Tensor y = f32({2, 1}, {std::log(3.0), 0});
  CHECK(near(OneNode("Softmax", 13).set("axis", 0).run({y}), f32({2, 1}, {0.75, 0.25})));
}

TEST_CASE("Softmax does not overflow, and keeps NaN") {
  CHECK(show(OneNode("Softmax", 13).run({f32({2}, {1e30, 1e30})})) == "float[2] 0.5 0.5");
  CHECK(show(OneNode("Softmax", 13).run({f32({2}, {NAN, 0})})) == "float[2] nan nan");
  CHECK(show(OneNode("Softmax", 13).run({f32({2}, {-INFINITY, 0})})) == "float[2] 0 1");
  CHECK(show(OneNode("Softmax", 13).run({f32({2}, {INFINITY, 0})})) == "float[2] nan nan");
  CHECK(show(OneNode("Softmax", 13).run({f32({2}, {-INFINITY, -INFINITY})})) == "float[2] nan nan");
  CHECK(show(OneNode("Softmax", 13).run({f32({2, 0}, {})})) == "float[2, 0]");
}

TEST_CASE("Softmax of what is far below the greatest element is subnormal, or 0") {
  // Python's decimal, 60 digits: 26.547, 1.3217 and 0.486 of the least float, 2^-149.
  const Tensor x = f32({6}, {0, -100, -103, -104, -121, -3.4e38});
  CHECK(show(OneNode("Softmax", 13).run({x})) == show(f32({6}, {1, 0x1bp-149, 0x1p-149, 0, 0, 0})));
}

TEST_CASE("Softmax of doubles is within two ULP") {
  // Python's decimal, 60 digits, of these doubles.
  const Tensor x = tensor(DType::float64, {3}, {0.1, -99.7, 3.3});
  CHECK(near(
      OneNode("Softmax", 13).run({x}),
      tensor(DType::float64, {3}, {0.03916572279676436, 1.779577277535791e-45, 0.9608342772032357}),
      2));
}

TEST_CASE("Softmax refuses an axis beyond the rank") {
  CHECK(OneNode("Softmax", 13).set("axis", 2).error({f32({1}, {1})}) ==
        "InvalidInput: Softmax-13 (output 'y0'): axis 2 is outside [-1, 0]");
  CHECK(OneNode("Softmax", 13).error({f32({}, {1})}) ==
        "InvalidInput: Softmax-13 (output 'y0'): axis -1 is outside [0, -1]");
}

}  // namespace etalon::test::softmax_test
