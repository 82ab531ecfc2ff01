#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_dynamic_quantize_lstm_test {

namespace {

// One step of one cell whose gates i and o are 1, of a batch of two.
Values cell(const Tensor& X, const Tensor& W, const Tensor& R, const Tensor& W_scale) {
  const Tensor B = f32({1, 8}, {1, 1, 0, 0, 0, 0, 0, 0}), one = f32({1}, {1});
  const Tensor zero = Tensor::zeros(W.dtype(), {1});
  return {X, W, R, B, none, none, none, none, W_scale, zero, one, zero};
}

OneNode lstm() {
  OneNode node("DynamicQuantizeLSTM", 1, "com.microsoft");
  node.set("hidden_size", 1).set("activations", Strings{"Relu", "Relu", "Relu"});
  return node;
}

}  // namespace

TEST_CASE("DynamicQuantizeLSTM quantizes the state of each step over the batch") {
  const Tensor X = f32({2, 2, 1}, {255, 1, 0, 0});
  const Tensor W = u8({1, 1, 4}, {0, 0, 0, 1}), R = u8({1, 1, 4}, {0, 0, 0, 2});
  CHECK(show(lstm().run(cell(X, W, R, f32({1}, {1})))) == "float[2, 1, 2, 1] 255 1 510 2");
  const Values half = cell(f32({2, 2, 1}, {255, 1, 0, 0}), W, R, f32({1}, {0.4}));
  CHECK(show(lstm().run(half)) == "float[2, 1, 2, 1] 102 0.4 204 0.8");
}

TEST_CASE("DynamicQuantizeLSTM of zeros has no scale and needs none") {
  const Tensor W = i8({1, 1, 4}, {0, 0, 0, 1}), R = i8({1, 1, 4}, {0, 0, 0, 1});
  CHECK(show(lstm().run(cell(zeros({2, 1, 1}), W, R, f32({1}, {1})))) == "float[2, 1, 1, 1] 0 0");
}

TEST_CASE("DynamicQuantizeLSTM refuses scales and weights that do not fit") {
  const std::string place = "InvalidInput: com.microsoft.DynamicQuantizeLSTM-1 (output 'y0'): ";
  const Tensor W = u8({1, 1, 4}, {0, 0, 0, 1}), R = u8({1, 1, 4}, {0, 0, 0, 2});
  CHECK(lstm().error(cell(zeros({1, 1, 1}), W, R, f32({2}, {1, 1}))) ==
        place + "W_scale has the shape [2], not [1]");
  CHECK(lstm().error(cell(zeros({1, 1, 1}), u8({1, 4}, {0, 0, 0, 0}), R, f32({1}, {1}))) ==
        place + "W and R are not of rank 3");
  CHECK(lstm().error(cell(zeros({1, 1, 1}), u8({1, 1, 3}, {0, 0, 0}), R, f32({1}, {1}))) ==
        place + "W has 3 columns, not 4 gates'");
}

}  // namespace etalon::test::microsoft_dynamic_quantize_lstm_test
