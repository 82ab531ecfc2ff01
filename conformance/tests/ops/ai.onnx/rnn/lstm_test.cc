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

TEST_CASE("LSTM forgets by f; writes by i and shows by o") {
  // C = 0.25·2 + 0.5·3 = 2, H = 2·2
  for (const int64_t opset : {1, 7, 14, 22}) {
    CHECK(shown(relu(opset).run_all({X, W, zeros, none, none, none, C})) ==
          "float[1, 1, 1, 1] 4; float[1, 1, 1] 4; float[1, 1, 1] 2");
  }
}

TEST_CASE("LSTM's activations are Sigmoid and Tanh and Tanh by default") {
  // i = o = f = 1/2, C = 1/2, H = tanh(1/2) / 2 (Python's decimal)
  OneNode node("LSTM", 22);
  node.outputs(3);
  const Values Y = node.run_all({X, zeros, zeros, none, none, none, f32({1, 1, 1}, {1})});
  CHECK(near(Y[0], f32({1, 1, 1, 1}, {0.4621171572600097585 / 2}), 0));
  CHECK(show(Y[2]) == "float[1, 1, 1] 0.5");
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
        "Unspecified: LSTM-22 (output 'y0'): Y_h and Y_c are the states after the last step, but a "
        "sequence of length 0 has no steps");
}

}  // namespace etalon::test::lstm_test
