#include "conformance/tests/ops/ai.onnx/signal/window.h"

namespace etalon::test::hamming_window_test {

TEST_CASE("HammingWindow at quarter turns") {
  CHECK(near(window("HammingWindow", 4, true), f32({4}, {4.0 / 46, 25.0 / 46, 1, 25.0 / 46})));
  CHECK(near(window("HammingWindow", 3, false), f32({3}, {4.0 / 46, 1, 4.0 / 46})));
}

TEST_CASE("HammingWindow at sixths; in double") {
  CHECK(near(window("HammingWindow", 6, true, DType::float64),
             f64({6}, {4.0 / 46, 14.5 / 46, 35.5 / 46, 1, 35.5 / 46, 14.5 / 46})));
}

TEST_CASE("HammingWindow of few points") {
  CHECK(show(window("HammingWindow", 0, true)) == "float[0]");
  CHECK(show(window("HammingWindow", 0, false)) == "float[0]");
  CHECK(show(window("HammingWindow", 1, false)) == "float[1] nan");  // 0 / 0 in the formula
  CHECK(near(window("HammingWindow", 2, false, DType::float16),
             tensor(DType::float16, {2}, {4.0 / 46, 4.0 / 46}), 0));
}

TEST_CASE("HammingWindow refuses a type that it cannot return") {
  CHECK(OneNode("HammingWindow", 17).set("output_datatype", 8).error({i64({}, {1})}) ==
        "InvalidInput: HammingWindow-17 (output 'y0'): the output cannot have the element type "
        "string");
}

}  // namespace etalon::test::hamming_window_test
