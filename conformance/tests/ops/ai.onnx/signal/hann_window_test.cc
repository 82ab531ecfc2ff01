#include "conformance/tests/ops/ai.onnx/signal/window.h"

namespace etalon::test::hann_window_test {

TEST_CASE("HannWindow at quarter turns") {
  CHECK(show(window("HannWindow", 4, true)) == "float[4] 0 0.5 1 0.5");
  CHECK(show(window("HannWindow", 5, false)) == "float[5] 0 0.5 1 0.5 0");
}

TEST_CASE("HannWindow at thirds; in double") {
  CHECK(near(window("HannWindow", 3, true, DType::float64), f64({3}, {0, 0.75, 0.75})));
}

TEST_CASE("HannWindow of integers is cut") {
  CHECK(show(window("HannWindow", 4, true, DType::int8)) == "int8[4] 0 0 1 0");
}

TEST_CASE("HannWindow of few points") {
  CHECK(show(window("HannWindow", 0, true)) == "float[0]");
  CHECK(show(window("HannWindow", 0, false)) == "float[0]");
  CHECK(show(window("HannWindow", 1, false)) == "float[1] nan");  // 0 / 0 in the formula
  CHECK(show(window("HannWindow", 1, true)) == "float[1] 0");
}

TEST_CASE("HannWindow refuses a negative size") {
  CHECK(OneNode("HannWindow", 17).error({i64({}, {-1})}) ==
        "InvalidInput: HannWindow-17 (output 'y0'): size is -1");
}

}  // namespace etalon::test::hann_window_test
