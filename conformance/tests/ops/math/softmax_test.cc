#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

TEST_CASE("Softmax-11 flattens the trailing axes") {
  const Tensor x = f32({1, 2, 2}, {0, 0, 0, 0});
  CHECK(show(OneNode("Softmax", 11).run({x})) == "float[1, 2, 2] 0.25 0.25 0.25 0.25");
}

TEST_CASE("Softmax-13 runs along one axis, the last by default") {
  const Tensor x = f32({1, 2, 2}, {0, 0, 0, 0});
  CHECK(show(OneNode("Softmax", 13).run({x})) == "float[1, 2, 2] 0.5 0.5 0.5 0.5");
  // exp(ln 3) : 1 along axis 1, by hand.
  const Tensor y = f32({2, 1}, {std::log(3.0), 0});
  CHECK(near(OneNode("Softmax", 13).set("axis", 0).run({y}), f32({2, 1}, {0.75, 0.25})));
}

TEST_CASE("Softmax does not overflow, and keeps NaN") {
  CHECK(show(OneNode("Softmax", 13).run({f32({2}, {1e30, 1e30})})) == "float[2] 0.5 0.5");
  CHECK(show(OneNode("Softmax", 13).run({f32({2}, {NAN, 0})})) == "float[2] nan nan");
  CHECK(show(OneNode("Softmax", 13).run({f32({2, 0}, {})})) == "float[2, 0]");
}

TEST_CASE("Softmax refuses an axis beyond the rank") {
  CHECK(OneNode("Softmax", 13).set("axis", 2).error({f32({1}, {1})}) ==
        "InvalidInput: Softmax-13 (output 'y0'): axis 2 is outside [-1, 0]");
}

}  // namespace etalon::test
