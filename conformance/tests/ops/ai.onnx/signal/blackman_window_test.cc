#include "conformance/tests/ops/ai.onnx/signal/window.h"

namespace etalon::test::blackman_window_test {

TEST_CASE("BlackmanWindow at quarter turns") {
  CHECK(near(window("BlackmanWindow", 4, true), f32({4}, {0, 0.34, 1, 0.34})));
  CHECK(near(window("BlackmanWindow", 3, false), f32({3}, {0, 1, 0})));
}

TEST_CASE("BlackmanWindow at thirds; in double") {
  CHECK(near(window("BlackmanWindow", 3, true, DType::float64), f64({3}, {0, 0.63, 0.63})));
}

TEST_CASE("BlackmanWindow of integers is cut") {
  CHECK(show(window("BlackmanWindow", 3, false, DType::uint64)) == "uint64[3] 0 1 0");
}

TEST_CASE("BlackmanWindow of few points") {
  CHECK(show(window("BlackmanWindow", 0, true)) == "float[0]");
  CHECK(show(window("BlackmanWindow", 0, false)) == "float[0]");
  CHECK(show(window("BlackmanWindow", 1, false)) == "float[1] nan");  // 0 / 0 in the formula
}

}  // namespace etalon::test::blackman_window_test
