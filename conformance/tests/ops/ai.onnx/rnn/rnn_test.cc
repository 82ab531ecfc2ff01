#include "conformance/tests/ops/one_node.h"

namespace etalon::test::rnn_test {
namespace {

OneNode rnn(int64_t opset, const std::vector<std::string>& activations) {
  OneNode node("RNN", opset);
  node.set("activations", activations).outputs(2);
  return node;
}
OneNode relu(int64_t opset = 22) { return rnn(opset, {"Relu"}); }

// hidden_size, input_size and batch_size are 1: Ht = f(2 Xt + 3 Ht-1).
const Tensor X = f32({2, 1, 1}, {1, 2});
const Tensor W = f32({1, 1, 1}, {2});
const Tensor R = f32({1, 1, 1}, {3});

// f(x) for a single step of Ht = f(Xt).
Value activated(const OneNode& node, double x) {
  return node.run({f32({1, 1, 1}, {x}), f32({1, 1, 1}, {1}), f32({1, 1, 1}, {0})});
}
Tensor state(double x) { return f32({1, 1, 1, 1}, {x}); }

}  // namespace

TEST_CASE("RNN adds the input; the last state and both biases") {
  for (const int64_t opset : {1, 7, 14, 22}) {
    CHECK(shown(relu(opset).run_all({X, W, R})) == "float[2, 1, 1, 1] 2 10; float[1, 1, 1] 10");
  }
}

TEST_CASE("RNN multiplies by the transposes of W and R") {
  for (const int64_t opset : {1, 22}) {
    const Values Y =
        relu(opset).run_all({f32({1, 1, 2}, {10, 20}), f32({1, 2, 2}, {0, 1, 0, 0}),
                             f32({1, 2, 2}, {0, 1, 0, 0}), none, none, f32({1, 1, 2}, {5, 7})});
    CHECK(show(Y[1]) == "float[1, 1, 2] 27 0");
  }
}

TEST_CASE("RNN runs forward; in reverse or both ways") {
  CHECK(relu().set("direction", "backward").error({X, W, R}) ==
        "InvalidInput: RNN-22 (output 'y0'): direction is 'backward'; it may be forward, reverse, "
        "bidirectional");
}

TEST_CASE("RNN's last output of an empty sequence is unspecified") {
  const Tensor lens = tensor(DType::int32, {1}, {0});
  CHECK(relu().error({X, W, R, none, lens}) ==
        "Unspecified: RNN-22 (output 'y0'): Y_h and Y_c are the states after the last step, but a "
        "sequence of length 0 has no steps");
  CHECK(relu().error({X, W, R, none, tensor(DType::int32, {1}, {3})}) ==
        "InvalidInput: RNN-22 (output 'y0'): sequence_lens 3 is outside [0, 2]");
}

TEST_CASE("RNN has every activation function of the specification") {
  CHECK(show(activated(rnn(22, {"Relu"}), -3)) == "float[1, 1, 1, 1] 0");
  CHECK(show(activated(rnn(22, {"relu"}), 3)) == "float[1, 1, 1, 1] 3");
  CHECK(show(activated(rnn(22, {"Relu"}), NAN)) == "float[1, 1, 1, 1] nan");
  CHECK(near(activated(rnn(22, {"Tanh"}), 2), state(0.96402758007581688), 0));
  CHECK(near(activated(rnn(22, {"Sigmoid"}), 2), state(0.88079707797788244), 0));
  CHECK(show(activated(rnn(22, {"Sigmoid"}), -INFINITY)) == "float[1, 1, 1, 1] 0");
  OneNode affine = rnn(22, {"Affine"});
  affine.set("activation_alpha", std::vector<double>{0.5});
  affine.set("activation_beta", std::vector<double>{4});
  CHECK(show(activated(affine, 3)) == "float[1, 1, 1, 1] 5.5");
  OneNode leaky = rnn(22, {"LeakyRelu"});
  CHECK(show(activated(leaky, -2)) == "float[1, 1, 1, 1] -0.02");
  leaky.set("activation_alpha", std::vector<double>{0.25});
  CHECK(show(activated(leaky, -2)) == "float[1, 1, 1, 1] -0.5");
  CHECK(show(activated(rnn(22, {"ThresholdedRelu"}), 0.5)) == "float[1, 1, 1, 1] 0");
  CHECK(show(activated(rnn(22, {"ThresholdedRelu"}), 1)) == "float[1, 1, 1, 1] 1");
  OneNode scaled = rnn(22, {"ScaledTanh"});
  scaled.set("activation_alpha", std::vector<double>{2});
  scaled.set("activation_beta", std::vector<double>{0.5});
  CHECK(near(activated(scaled, 2), state(2 * 0.76159415595576489), 0));
  CHECK(show(activated(rnn(22, {"HardSigmoid"}), 0)) == "float[1, 1, 1, 1] 0.5");
  CHECK(show(activated(rnn(22, {"HardSigmoid"}), 9)) == "float[1, 1, 1, 1] 1");
  CHECK(near(activated(rnn(22, {"Elu"}), -2), state(-0.86466471676338731), 0));
  CHECK(show(activated(rnn(22, {"Softsign"}), -3)) == "float[1, 1, 1, 1] -0.75");
  CHECK(near(activated(rnn(22, {"Softplus"}), 1), state(1.3132616875182228), 0));
  CHECK(show(activated(rnn(22, {"Softplus"}), 1000)) == "float[1, 1, 1, 1] 1000");
}

TEST_CASE("RNN's activations that have an alpha take the values in order") {
  OneNode node = rnn(22, {"Relu", "LeakyRelu"});
  node.set("direction", "bidirectional").set("activation_alpha", std::vector<double>{0.5});
  CHECK(show(node.run({f32({1, 1, 1}, {-4}), f32({2, 1, 1}, {1, 1}), f32({2, 1, 1}, {0, 0})})) ==
        "float[1, 2, 1, 1] 0 -2");
  OneNode both = rnn(22, {"LeakyRelu", "LeakyRelu"});
  both.set("direction", "bidirectional").set("activation_alpha", std::vector<double>{0.5, 0.25});
  CHECK(show(both.run({f32({1, 1, 1}, {-4}), f32({2, 1, 1}, {1, 1}), f32({2, 1, 1}, {0, 0})})) ==
        "float[1, 2, 1, 1] -2 -1");
}

TEST_CASE("RNN refuses activations that it cannot know") {
  CHECK(rnn(22, {"Gelu"}).error({X, W, R}) ==
        "InvalidInput: RNN-22 (output 'y0'): there is no activation function 'Gelu'");
  CHECK(rnn(22, {"Affine"}).error({X, W, R}) ==
        "Unspecified: RNN-22 (output 'y0'): the activation Affine has no default alpha or beta");
  CHECK(rnn(22, {"Tanh"})
            .set("direction", "bidirectional")
            .error({X, f32({2, 1, 1}, {2, 2}), f32({2, 1, 1}, {3, 3})}) ==
        "InvalidInput: RNN-22 (output 'y0'): there are 1 activations, not 2");
  CHECK(rnn(22, {"Tanh", "Relu"}).error({X, W, R}) ==
        "InvalidInput: RNN-22 (output 'y0'): there are 2 activations, not 1");
  CHECK(rnn(22, {"Tanh"}).set("clip", -1.0).error({X, W, R}) ==
        "InvalidInput: RNN-22 (output 'y0'): clip -1 is negative, or not a number");
}

TEST_CASE("RNN clips what goes into the activation") {
  OneNode node = rnn(22, {"Affine"});
  node.set("activation_alpha", std::vector<double>{2});
  node.set("activation_beta", std::vector<double>{0}).set("clip", 3.0);
  CHECK(show(activated(node, 5)) == "float[1, 1, 1, 1] 6");
  CHECK(show(activated(node, -INFINITY)) == "float[1, 1, 1, 1] -6");
  CHECK(show(activated(node, NAN)) == "float[1, 1, 1, 1] nan");
}

// Expected values by Python's fractions; doubles give -13462472.
TEST_CASE("RNN decides digits that doubles lose over many steps") {
  std::vector<double> x(91, 1);  // Ht = 1 + 1.5 Ht-1, and at last nearly all of it is taken away
  x.back() = -0x1.2c938ap54;
  const Tensor one = f32({1, 1, 1}, {1}), one_and_a_half = f32({1, 1, 1}, {1.5});
  for (const bool reversed : {false, true}) {
    if (reversed) std::reverse(x.begin(), x.end());
    const Values Y = rnn(22, {"Affine"})
                         .set("direction", reversed ? "reverse" : "forward")
                         .set("activation_alpha", std::vector<double>{1})
                         .set("activation_beta", std::vector<double>{0})
                         .run_all({f32({91, 1, 1}, x), one, one_and_a_half});
    CHECK(Y[1].tensor().as<double>()(0, 0, 0) == -13462475);
    CHECK(Y[0].tensor().as<double>()(reversed ? 90 : 0, 0, 0, 0) == 1);
    CHECK(Y[0].tensor().as<double>()(reversed ? 89 : 1, 0, 0, 0) == 2.5);
  }
}

TEST_CASE("RNN adds both biases over many steps whatever their sizes") {
  constexpr size_t steps = 9;
  const auto last = [](double Wb, double Rb, double R) {
    return rnn(22, {"Affine"})
        .set("activation_alpha", std::vector<double>{1})
        .set("activation_beta", std::vector<double>{0})
        .run_all({f32({steps, 1, 1}, std::vector<double>(steps, -1)), f32({1, 1, 1}, {1}),
                  f32({1, 1, 1}, {R}), f32({1, 2}, {Wb, Rb})})[1]
        .tensor()
        .as<double>()(0, 0, 0);
  };
  CHECK(last(1, 0x1p-60, 0) == 0x1p-60);  // a double does not hold the sum of these two
  CHECK(last(0x1p-60, 1, 0) == 0x1p-60);
  CHECK(last(1, 0x1p-140, 0) == 0x1p-140);
  CHECK(last(INFINITY, 1, 1) == INFINITY);
  CHECK(last(1, -INFINITY, 1) == -INFINITY);
  CHECK(std::isnan(last(INFINITY, -INFINITY, 1)));
}

// Ht = 1 + R·Ht-1 tends to (I - R)⁻¹·1 = (-24/29, 56/29): R turns the state and shrinks it to
// 0.976, but its absolute values add up to 1.375 a row, by which radii grow beyond what any bits
// decide.
TEST_CASE("RNN of very many steps ends at its limit whatever its radii") {
  constexpr size_t steps = 25'000;
  const Value Y_h =
      rnn(22, {"Affine"})
          .set("activation_alpha", std::vector<double>{1})
          .set("activation_beta", std::vector<double>{0})
          .run_all({f32({steps, 1, 1}, std::vector<double>(steps, 1)), f32({1, 2, 1}, {1, 1}),
                    f32({1, 2, 2}, {0.75, -0.625, 0.625, 0.75})})[1];
  const auto h = Y_h.tensor().slots<float>();
  CHECK(h[0] == -24.0F / 29);
  CHECK(h[1] == 56.0F / 29);
}

TEST_CASE("RNN reads each of many steps both ways; for each sequence of the batch") {
  std::vector<double> x(2 * 70);
  std::iota(x.begin(), x.end(), 1);
  const Values Y =
      rnn(22, {"Relu", "Relu"})
          .set("direction", "bidirectional")
          .run_all({f32({70, 2, 1}, x), f32({2, 1, 1}, {1, 2}), f32({2, 1, 1}, {0, 0})});
  for (size_t t = 0; t < 70; ++t) {
    for (size_t b = 0; b < 2; ++b) {
      CHECK(Y[0].tensor().as<double>()(t, 0, b, 0) == x[2 * t + b]);
      CHECK(Y[0].tensor().as<double>()(t, 1, b, 0) == 2 * x[2 * t + b]);
    }
  }
}

TEST_CASE("RNN refuses shapes that do not fit") {
  const std::string place = "InvalidInput: RNN-22 (output 'y0'): ";
  CHECK(relu().error({f32({2, 1}, {1, 2}), W, R}) ==
        place + "X and R have the ranks 2 and 3, not 3");
  CHECK(relu().error({X, f32({1, 1, 2}, {1, 2}), R}) ==
        place + "W has the shape [1, 1, 2], not [1, 1, 1]");
  CHECK(relu().error({X, W, R, f32({1, 1}, {1})}) == place + "B has the shape [1, 1], not [1, 2]");
  CHECK(relu().error({X, W, R, none, none, f32({1, 1}, {1})}) ==
        place + "initial_h has the shape [1, 1], not [1, 1, 1]");
  CHECK(relu().set("hidden_size", 2).error({X, W, R}) ==
        place + "hidden_size is 2, but R has the shape [1, 1, 1]");
  CHECK(relu().set("layout", 2).error({X, W, R}) == place + "layout 2 is not 0 or 1");
}

}  // namespace etalon::test::rnn_test
