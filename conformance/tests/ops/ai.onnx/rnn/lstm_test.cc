#include "conformance/tests/ops/one_node.h"

namespace etalon::test::lstm_test {
namespace {

OneNode relu(int64_t opset = 22) {
  OneNode node("LSTM", opset);
  node.set("activations", std::vector<std::string>{"Relu", "Relu", "Relu"}).outputs(3);
  return node;
}

// W, R and B in the order i, o, f, c; every size is 1.
const Tensor X = f32({1, 1, 1}, {1});
const Tensor W = f32({1, 4, 1}, {0.5, 2, 0.25, 3});
const Tensor zeros = f32({1, 4, 1}, {0, 0, 0, 0});
const Tensor C = f32({1, 1, 1}, {2});

}  // namespace

TEST_CASE("LSTM forgets by f, writes by i and shows by o") {
  // C = 0.25·2 + 0.5·3 = 2, H = 2·2
  for (const int64_t opset : {1, 7, 14, 22}) {
    CHECK(shown(relu(opset).run_all({X, W, zeros, none, none, none, C})) ==
          "float[1, 1, 1, 1] 4; float[1, 1, 1] 4; float[1, 1, 1] 2");
  }
}

TEST_CASE("LSTM's gates see the state and both biases") {
  const Tensor H = f32({1, 1, 1}, {1});
  CHECK(shown(relu().run_all({X, zeros, W, none, none, H, C})) ==
        "float[1, 1, 1, 1] 4; float[1, 1, 1] 4; float[1, 1, 1] 2");
  const Tensor B = f32({1, 8}, {0.5, 1, 0, 1, 0, 1, 0.25, 2});
  CHECK(shown(relu().run_all({X, zeros, zeros, B, none, none, C})) ==
        "float[1, 1, 1, 1] 4; float[1, 1, 1] 4; float[1, 1, 1] 2");
}

TEST_CASE("LSTM's peepholes show the old cell to i and f, the new one to o") {
  // i = 0.5 + 0.25·2 = 1, f = 0.25 + 0.5·2 = 1.25, C = 1.25·2 + 1·3 = 5.5, o = 2 + 1·5.5
  CHECK(shown(relu().run_all({X, W, zeros, none, none, none, C, f32({1, 3}, {0.25, 1, 0.5})})) ==
        "float[1, 1, 1, 1] 41.25; float[1, 1, 1] 41.25; float[1, 1, 1] 5.5");
}

TEST_CASE("LSTM with input_forget forgets by 1 - i") {
  // f = 0.5, C = 0.5·2 + 0.5·3, H = 2·2.5
  CHECK(shown(relu().set("input_forget", 1).run_all({X, W, zeros, none, none, none, C})) ==
        "float[1, 1, 1, 1] 5; float[1, 1, 1] 5; float[1, 1, 1] 2.5");
}

TEST_CASE("LSTM clips what goes into every activation, not the cell itself") {
  // c = 1.5, C = 0.25·10 + 0.5·1.5 = 3.25, o = 1.5, H = 1.5·1.5
  CHECK(
      shown(
          relu().set("clip", 1.5).run_all({X, W, zeros, none, none, none, f32({1, 1, 1}, {10})})) ==
      "float[1, 1, 1, 1] 2.25; float[1, 1, 1] 2.25; float[1, 1, 1] 3.25");
}

TEST_CASE("LSTM's activations are Sigmoid, Tanh and Tanh by default") {
  // i = o = f = 1/2, C = 1/2, H = tanh(1/2) / 2 (Python's decimal)
  OneNode node("LSTM", 22);
  node.outputs(3);
  const Values Y = node.run_all({X, zeros, zeros, none, none, none, f32({1, 1, 1}, {1})});
  CHECK(near(Y[0], f32({1, 1, 1, 1}, {0.4621171572600097585 / 2}), 0));
  CHECK(show(Y[2]) == "float[1, 1, 1] 0.5");
}

TEST_CASE("LSTM runs both ways, each with its own part of every parameter") {
  OneNode node("LSTM", 22);
  node.set("direction", "bidirectional").outputs(3);
  node.set("activations", std::vector<std::string>(6, "Relu"));
  // i = o = 1, f = 0, so H = C = c: X forward, 2 X backward
  const Tensor W2 = f32({2, 4, 1}, {0, 0, 0, 1, 0, 0, 0, 2});
  const Tensor B2 = f32({2, 8}, {1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0});
  const Values Y =
      node.run_all({f32({2, 1, 1}, {3, 5}), W2, Tensor::zeros(DType::float32, {2, 4, 1}), B2});
  CHECK(shown(Y) == "float[2, 2, 1, 1] 3 6 5 10; float[2, 1, 1] 5 6; float[2, 1, 1] 5 6");
}

TEST_CASE("LSTM-14 with layout 1 has the batch first, in Y_c too") {
  const Tensor B = f32({1, 8}, {1, 1, 0, 0, 0, 0, 0, 0});
  const Values Y = relu(14)
                       .set("layout", 1)
                       .run_all({f32({2, 2, 1}, {1, 2, 3, 4}), f32({1, 4, 1}, {0, 0, 0, 1}), zeros,
                                 B, tensor(DType::int32, {2}, {1, 2}), f32({2, 1, 1}, {9, 9}),
                                 f32({2, 1, 1}, {9, 9})});
  CHECK(shown(Y) == "float[2, 2, 1, 1] 1 0 3 4; float[2, 1, 1] 1 4; float[2, 1, 1] 1 4");
}

TEST_CASE("LSTM in bfloat16 rounds once") {
  const auto bf16 = [](const Shape& shape, const std::vector<double>& values) {
    return tensor(DType::bfloat16, shape, values);
  };
  // H = C: 256, 257, 258, where bfloat16 alone would stay at 256
  const Values Y =
      relu().run_all({bf16({3, 1, 1}, {256, 1, 1}), bf16({1, 4, 1}, {0, 0, 0, 1}),
                      bf16({1, 4, 1}, {0, 0, 0, 0}), bf16({1, 8}, {1, 1, 1, 0, 0, 0, 0, 0})});
  CHECK(shown(Y) ==
        "bfloat16[3, 1, 1, 1] 256 256 258; bfloat16[1, 1, 1] 258; bfloat16[1, 1, 1] 258");
}

TEST_CASE("LSTM refuses shapes that do not fit") {
  const std::string place = "InvalidInput: LSTM-22 (output 'y0'): ";
  CHECK(relu().error({X, W, zeros, none, none, none, none, f32({1, 4}, {1, 2, 3, 4})}) ==
        place + "P has the shape [1, 4], not [1, 3]");
  CHECK(relu().error({X, W, zeros, none, none, none, f32({1, 1}, {1})}) ==
        place + "initial_c has the shape [1, 1], not [1, 1, 1]");
  CHECK(relu()
            .outputs_wanted({true, false, true})
            .error({X, W, zeros, none, tensor(DType::int32, {1}, {0})}) ==
        "Unspecified: LSTM-22 (output 'y0'): Y_h and Y_c are the last ones, but a sequence of "
        "length 0 has none");
}

}  // namespace etalon::test::lstm_test
