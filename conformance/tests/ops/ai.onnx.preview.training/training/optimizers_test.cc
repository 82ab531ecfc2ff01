#include "conformance/tests/ops/one_node.h"

namespace etalon::test::optimizers_test {
namespace {

OneNode node(const char* operator_name, size_t outputs) {
  OneNode made(operator_name, 1, "ai.onnx.preview.training");
  made.outputs(outputs);
  return made;
}
Tensor one(double value) { return f32({1}, {value}); }
Tensor R(double value) { return f32({}, {value}); }
Tensor T(int64_t value) { return i64({}, {value}); }
std::string shown(const Values& values) {
  std::string text;
  for (const Value& value : values) text += show(value) + "; ";
  return text;
}

OneNode momentum(const char* mode, size_t outputs = 2) {
  OneNode made = node("Momentum", outputs);
  made.set("alpha", 0.5).set("beta", 0.25).set("norm_coefficient", 0.0).set("mode", mode);
  return made;
}

}  // namespace

TEST_CASE("Adagrad-1 divides the step by the root of the accumulated squares") {
  // H = 5 + 2² = 9, X = 1 - 2 / (3 + 1)
  OneNode adagrad = node("Adagrad", 2);
  adagrad.set("epsilon", 1.0);
  const Values inputs{R(1), T(1), one(1), one(2), one(5)};
  CHECK(shown(adagrad.run_all(inputs)) == "float[1] 0.5; float[1] 9; ");
  // r = 1 / (1 + 1·3)
  CHECK(shown(adagrad.set("decay_factor", 3.0).run_all(inputs)) == "float[1] 0.875; float[1] 9; ");
}

TEST_CASE("Adagrad-1 regularises the gradient by norm_coefficient · X") {
  // G = 1·1 + 2 = 3, H = 7 + 9 = 16, X = 1 - 3 / (4 + 2)
  CHECK(shown(node("Adagrad", 2)
                  .set("epsilon", 2.0)
                  .set("norm_coefficient", 1.0)
                  .run_all({R(1), T(0), one(1), one(2), one(7)})) == "float[1] 0.5; float[1] 16; ");
}

TEST_CASE("Adagrad-1 takes all values, then all gradients, then all accumulators") {
  const Tensor two = tensor(DType::float64, {2}, {1, 1});
  CHECK(
      shown(node("Adagrad", 4)
                .set("epsilon", 1.0)
                .run_all({R(1), T(0), two, two, tensor(DType::float64, {2}, {2, 4}),
                          tensor(DType::float64, {2}, {0, 0}), tensor(DType::float64, {2}, {5, 9}),
                          tensor(DType::float64, {2}, {0, 4})})) ==
      "double[2] 0.5 0.3333333333333333; double[2] 1 1; double[2] 9 25; double[2] 0 4; ");
}

TEST_CASE("Adam-1 corrects the rate by the count of updates") {
  // V = 0.75·4 + 0.25·2 = 3.5, H = 0.75·20 + 0.25·4 = 16, X = 1 - R'·3.5 / (4 + 1)
  OneNode adam = node("Adam", 3);
  adam.set("alpha", 0.75).set("beta", 0.75).set("epsilon", 1.0);
  const auto run = [&](int64_t count) {
    return shown(adam.run_all({R(2.5), T(count), one(1), one(2), one(4), one(20)}));
  };
  CHECK(run(0) == "float[1] -0.75; float[1] 3.5; float[1] 16; ");
  // R' = 2.5·√(1 - 0.75) / (1 - 0.75) = 5
  CHECK(run(1) == "float[1] -2.5; float[1] 3.5; float[1] 16; ");
  adam.set("norm_coefficient_post", 0.5);
  CHECK(run(1) == "float[1] -1.25; float[1] 3.5; float[1] 16; ");
}

TEST_CASE("Adam-1 regularises the gradient before everything") {
  // G = 2·1 + 0 = 2, as above
  OneNode adam = node("Adam", 3);
  adam.set("alpha", 0.75).set("beta", 0.75).set("epsilon", 1.0).set("norm_coefficient", 2.0);
  CHECK(shown(adam.run_all({R(2.5), T(0), one(1), one(0), one(4), one(20)})) ==
        "float[1] -0.75; float[1] 3.5; float[1] 16; ");
}

TEST_CASE("Adam-1's attributes have defaults") {
  // alpha 0.9, beta 0.999 and epsilon 1e-6 as float32 (exact arithmetic): V = 0.1 and H = 0.001
  // of float32's 1 - alpha and 1 - beta, X = -V / (√H + epsilon)
  const Values Y = node("Adam", 3).run_all({R(1), T(0), one(0), one(1), one(0), one(0)});
  CHECK(near(Y[0], one(-3.1621987727018714), 1));
  CHECK(near(Y[1], one(0.10000002384185791), 0));
  CHECK(near(Y[2], one(0.00099998712539672852), 0));
}

TEST_CASE("Momentum-1 takes beta for 1 in the first iteration") {
  const auto run = [](int64_t count) {
    return shown(momentum("standard").run_all({R(0.5), T(count), one(1), one(2), one(4)}));
  };
  CHECK(run(0) == "float[1] -1; float[1] 4; ");       // V = 0.5·4 + 2
  CHECK(run(1) == "float[1] -0.25; float[1] 2.5; ");  // V = 0.5·4 + 0.25·2
}

TEST_CASE("Momentum-1 with mode nesterov looks a step ahead") {
  // V = 2.5, X = 1 - 0.5·(2 + 0.5·2.5)
  CHECK(shown(momentum("nesterov").run_all({R(0.5), T(1), one(1), one(2), one(4)})) ==
        "float[1] -0.625; float[1] 2.5; ");
  // G = 2·1 + 0
  CHECK(shown(momentum("nesterov")
                  .set("norm_coefficient", 2.0)
                  .run_all({R(0.5), T(1), one(1), one(0), one(4)})) ==
        "float[1] -0.625; float[1] 2.5; ");
}

TEST_CASE("Optimisers refuse inputs that do not fit") {
  CHECK(momentum("standard").error({R(1), T(0), one(1), one(1)}) ==
        "InvalidInput: ai.onnx.preview.training.Momentum-1 (output 'y0'): 2 inputs are not 3 for "
        "each optimised tensor");
  CHECK(momentum("standard").error({R(1), T(0), one(1), f32({2}, {1, 2}), one(1)}) ==
        "InvalidInput: ai.onnx.preview.training.Momentum-1 (output 'y0'): the shapes [1] and [2] "
        "of one tensor's inputs differ");
  CHECK(momentum("fast").error({R(1), T(0), one(1), one(1), one(1)}) ==
        "InvalidInput: ai.onnx.preview.training.Momentum-1 (output 'y0'): mode 'fast' is neither "
        "nesterov nor standard");
}

TEST_CASE("Optimisers take empty tensors") {
  const Tensor none = Tensor::zeros(DType::float32, {0});
  CHECK(shown(momentum("standard").run_all({R(1), T(0), none, none, none})) ==
        "float[0]; float[0]; ");
}

}  // namespace etalon::test::optimizers_test
