#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gru_test {
namespace {

OneNode relu(int64_t opset) {
  OneNode node("GRU", opset);
  node.set("activations", std::vector<std::string>{"Relu", "Relu"}).outputs(2);
  return node;
}

// W, R and B in the order z, r, h; every size is 1.
const Tensor X = f32({1, 1, 1}, {1});
const Tensor W = f32({1, 3, 1}, {0.5, 0.25, 1});
const Tensor R = f32({1, 3, 1}, {0, 0, 0.5});
const Tensor B = f32({1, 6}, {0, 0, 0, 0, 0, 1});
const Tensor initial_h = f32({1, 1, 1}, {2});

}  // namespace

TEST_CASE("GRU resets the state before the linear step") {
  // z = 0.5, r = 0.25, h = 1 + (0.25·2)·0.5 + 1 = 2.25, H = 0.5·2.25 + 0.5·2
  for (const int64_t opset : {1, 3, 7, 14, 22}) {
    const Values Y = relu(opset).run_all({X, W, R, B, none, initial_h});
    CHECK(show(Y[0]) == "float[1, 1, 1, 1] 2.125");
    CHECK(show(Y[1]) == "float[1, 1, 1] 2.125");
  }
}

TEST_CASE("GRU-3 with linear_before_reset resets after it; Rb included") {
  // h = 1 + 0.25·(2·0.5 + 1) = 1.5, H = 0.5·1.5 + 0.5·2
  for (const int64_t opset : {3, 7, 14, 22}) {
    CHECK(show(relu(opset).set("linear_before_reset", 1).run({X, W, R, B, none, initial_h})) ==
          "float[1, 1, 1, 1] 1.75");
  }
  // Wbh stays outside of the reset: h = 1 + 0.25·(2·0.5) + 1 = 2.25
  CHECK(show(relu(22)
                 .set("linear_before_reset", 1)
                 .run({X, W, R, f32({1, 6}, {0, 0, 1, 0, 0, 0}), none, initial_h})) ==
        "float[1, 1, 1, 1] 2.125");
}

TEST_CASE("GRU's gates see the state and the biases") {
  // z = 0.25·2 = 0.5, r = 0.5·2 + 1 + 1 = 3, h = 3·2·1 = 6, H = 0.5·6 + 0.5·2
  CHECK(show(relu(22).run({X, f32({1, 3, 1}, {0, 0, 0}), f32({1, 3, 1}, {0.25, 0.5, 1}),
                           f32({1, 6}, {0, 1, 0, 0, 1, 0}), none, initial_h})) ==
        "float[1, 1, 1, 1] 4");
}

TEST_CASE("GRU multiplies by the transpose of R in every version") {
  // hidden_size 2, z = r = 1·…: z = 0 and r = 1 by their biases, h = H·Rhᵀ
  const Tensor R2 = f32({1, 6, 2}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0});
  const Tensor B2 = f32({1, 12}, {0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  for (const int64_t opset : {1, 3, 7, 22}) {
    const Values Y = relu(opset).run_all(
        {X, Tensor::zeros(DType::float32, {1, 6, 1}), R2, B2, none, f32({1, 1, 2}, {5, 7})});
    CHECK(show(Y[1]) == "float[1, 1, 2] 7 0");
  }
}

TEST_CASE("GRU's activations are Sigmoid and Tanh by default") {
  // z = r = 1/2, h = tanh(1) (Python's decimal), H = h / 2
  OneNode node("GRU", 22);
  CHECK(near(node.run({X, f32({1, 3, 1}, {0, 0, 1}), f32({1, 3, 1}, {0, 0, 0})}),
             f32({1, 1, 1, 1}, {0.76159415595576489 / 2}), 0));
}

TEST_CASE("GRU runs both ways with activations for each") {
  OneNode node("GRU", 22);
  node.set("direction", "bidirectional");
  node.set("activations", std::vector<std::string>{"Relu", "Relu", "Relu", "Affine"});
  node.set("activation_alpha", std::vector<double>{-1});
  node.set("activation_beta", std::vector<double>{0}).outputs(2);
  // forward h = X; reverse h = -X; z = 0, so H = h
  const Values Y = node.run_all({f32({2, 1, 1}, {1, 2}), f32({2, 3, 1}, {0, 0, 1, 0, 0, 1}),
                                 Tensor::zeros(DType::float32, {2, 3, 1})});
  CHECK(show(Y[0]) == "float[2, 2, 1, 1] 1 -1 2 -2");
  CHECK(show(Y[1]) == "float[2, 1, 1] 2 -1");
}

TEST_CASE("GRU-14 with layout 1 has the batch first and lengths count each sequence") {
  const Tensor batch = f32({2, 2, 1}, {1, 2, 3, 4});
  const Values Y =
      relu(14)
          .set("layout", 1)
          .run_all({batch, f32({1, 3, 1}, {0, 0, 1}), Tensor::zeros(DType::float32, {1, 3, 1}),
                    none, tensor(DType::int32, {2}, {2, 1})});
  CHECK(show(Y[0]) == "float[2, 2, 1, 1] 1 2 3 0");
  CHECK(show(Y[1]) == "float[2, 1, 1] 2 3");
}

TEST_CASE("GRU in float64 is good to an ULP") {
  const auto f64 = [](const Shape& shape, const std::vector<double>& values) {
    return tensor(DType::float64, shape, values);
  };
  OneNode node("GRU", 22);
  CHECK(near(node.run({f64({1, 1, 1}, {1}), f64({1, 3, 1}, {0, 0, 1}), f64({1, 3, 1}, {0, 0, 0})}),
             f64({1, 1, 1, 1}, {0.76159415595576489 / 2}), 1));
}

TEST_CASE("GRU refuses shapes that do not fit") {
  CHECK(relu(22).error({X, f32({1, 2, 1}, {1, 2}), R}) ==
        "InvalidInput: GRU-22 (output 'y0'): W has the shape [1, 2, 1], not [1, 3, 1]");
  CHECK(relu(22).error({X, W, R, f32({1, 3}, {1, 2, 3})}) ==
        "InvalidInput: GRU-22 (output 'y0'): B has the shape [1, 3], not [1, 6]");
}

}  // namespace etalon::test::gru_test
