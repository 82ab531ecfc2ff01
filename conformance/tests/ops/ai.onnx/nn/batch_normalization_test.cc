#include "conformance/tests/ops/one_node.h"

namespace etalon::test::batch_normalization_test {
namespace {

// Two channels with the means 2 and 20, the variances 1 and 100.
const Tensor X = f32({2, 2, 1}, {1, 10, 3, 30});
const Tensor scale = f32({2}, {1, 2});
const Tensor B = f32({2}, {0, 0.5});
const Tensor mean = f32({2}, {1, 10});
const Tensor var = f32({2}, {4, 25});

OneNode node(int64_t opset) { return OneNode("BatchNormalization", opset).set("epsilon", 0.0); }

OneNode node_1() { return node(1).set("consumed_inputs", std::vector<int64_t>{0, 0, 0, 1, 1}); }

}  // namespace

TEST_CASE("BatchNormalization takes the statistics it is given") {
  const std::string expected =
      "float[2, 2, 1] 0 0.5 1 8.5";  // (3 − 1) / 2, (30 − 10) / 5 · 2 + 0.5
  const Tensor image = X.reshaped({2, 2, 1, 1});
  CHECK(show(node_1().set("is_test", 1).run({image, scale, B, mean, var})) ==
        "float[2, 2, 1, 1] 0 0.5 1 8.5");
  CHECK(
      node_1().set("is_test", 1).error({X, scale, B, mean, var}).ends_with("X has rank 3, not 4"));
  CHECK(show(node(6).set("is_test", 1).run({X, scale, B, mean, var})) == expected);
  for (const int64_t opset : {7, 9, 14, 15}) {
    CHECK(show(node(opset).run({X, scale, B, mean, var})) == expected);
  }
}

TEST_CASE("BatchNormalization-1 and -6 train unless is_test") {
  for (const OneNode& training : {node_1(), node(6)}) {
    const Values Y = OneNode(training)
                         .set("momentum", 0.5)
                         .outputs(5)
                         .run_all({X.reshaped({2, 2, 1, 1}), scale, B, mean, var});
    CHECK(show(Y[1]) == "float[2] 1.5 15");
    CHECK(show(Y[2]) == "float[2] 2.5 62.5");
    CHECK(show(Y[3]) == "float[2] 2 20");
    CHECK(show(Y[4]) == "float[2] 1 100");
  }
}

TEST_CASE("BatchNormalization-7 and -9 train when they have more than one output") {
  for (const int64_t opset : {7, 9}) {
    const Values Y = node(opset).set("momentum", 0.25).outputs(5).run_all({X, scale, B, mean, var});
    CHECK(show(Y[0]) == "float[2, 2, 1] -1 -1.5 1 2.5");
    CHECK(show(Y[1]) == "float[2] 1.75 17.5");
    CHECK(show(Y[2]) == "float[2] 1.75 81.25");
    CHECK(show(Y[3]) == "float[2] 2 20");
    CHECK(show(Y[4]) == "float[2] 1 100");
  }
}

TEST_CASE("BatchNormalization-14 and -15 train when training_mode says so") {
  for (const int64_t opset : {14, 15}) {
    const OneNode training = node(opset).set("training_mode", 1).set("momentum", 0.25);
    const Values Y = OneNode(training).outputs(3).run_all({X, scale, B, mean, var});
    CHECK(show(Y[0]) == "float[2, 2, 1] -1 -1.5 1 2.5");
    CHECK(show(Y[1]) == "float[2] 1.75 17.5");
    CHECK(show(Y[2]) == "float[2] 1.75 81.25");
    CHECK(node(opset)
              .outputs(3)
              .error({X, scale, B, mean, var})
              .ends_with("there are 3 outputs, but training_mode is 0"));
  }
}

TEST_CASE("BatchNormalization with spatial 0 counts each position as a channel") {
  const Tensor x = f32({2, 1, 2}, {1, 10, 3, 30});
  const Tensor each = f32({1, 2}, {1, 2});
  const OneNode training = node(7).set("spatial", 0).set("momentum", 0.5);
  const Values Y = OneNode(training).outputs(5).run_all(
      {x, each, f32({1, 2}, {0, 0.5}), f32({1, 2}, {1, 10}), f32({1, 2}, {4, 25})});
  CHECK(show(Y[0]) == "float[2, 1, 2] -1 -1.5 1 2.5");
  CHECK(show(Y[1]) == "float[1, 2] 1.5 15");
  CHECK(show(Y[4]) == "float[1, 2] 1 100");
}

TEST_CASE("BatchNormalization refuses parameters that are not of the shape [C]") {
  const Tensor matrix = f32({2, 1}, {1, 1});
  CHECK(node(15)
            .error({X, scale, B, mean, matrix})
            .ends_with("input_var has the shape [2, 1] where there are 2 channels"));
  CHECK(node(7)
            .error({X, matrix, B, mean, var})
            .ends_with("scale has the shape [2, 1] where there are 2 channels"));
  CHECK(node(6)
            .set("is_test", 1)
            .outputs(2)
            .error({X, scale, B, mean, var})
            .ends_with("there are 2 outputs, but is_test is not 0"));
}

TEST_CASE("BatchNormalization-9 takes a vector for one channel") {
  const Tensor one = f32({1}, {1});
  CHECK(node(7)
            .error({f32({3}, {1, 2, 3}), one, one, one, one})
            .ends_with("X has rank 1, less than 2"));
}

TEST_CASE("BatchNormalization-14 and -15 let types differ") {
  const Tensor x = tensor(DType::float16, {2, 1}, {300, -300});  // squares overflow float16
  const Tensor one = tensor(DType::float16, {1}, {1});
  const Tensor zero = tensor(DType::float16, {1}, {0});
  const Values Y = node(14)
                       .set("training_mode", 1)
                       .set("momentum", 0.0)
                       .outputs(3)
                       .run_all({x, one, zero, f32({1}, {0}), f32({1}, {0})});
  CHECK(show(Y[0]) == "float16[2, 1] 1 -1");
  CHECK(show(Y[2]) == "float[1] 90000");
}

TEST_CASE("BatchNormalization of empty inputs and of inputs that do not fit") {
  CHECK(node(9)
            .error({X, f32({3}, {1, 1, 1}), B, mean, var})
            .ends_with("scale has the shape [3] where there are 2 channels"));
}

}  // namespace etalon::test::batch_normalization_test
