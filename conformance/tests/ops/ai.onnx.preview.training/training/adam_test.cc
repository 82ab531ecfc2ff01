#include "conformance/tests/ops/ai.onnx.preview.training/training/optimizers.h"

namespace etalon::test::adam_test {

using namespace optimizers;

TEST_CASE("Adam-1 corrects the rate by the count of updates") {
  // V = 0.75·4 + 0.25·2 = 3.5, H = 0.75·20 + 0.25·4 = 16, X = 1 - R'·3.5 / (4 + 1)
  OneNode adam = optimizer("Adam", 3);
  adam.set("alpha", 0.75).set("beta", 0.75).set("epsilon", 1.0);
  const auto run = [&](int64_t count) {
    return shown(adam.run_all({R(2.5), T(count), one(1), one(2), one(4), one(20)}));
  };
  CHECK(run(0) == "float[1] -0.75; float[1] 3.5; float[1] 16");
  // R' = 2.5·√(1 - 0.75) / (1 - 0.75) = 5
  CHECK(run(1) == "float[1] -2.5; float[1] 3.5; float[1] 16");
  adam.set("norm_coefficient_post", 0.5);
  CHECK(run(1) == "float[1] -1.25; float[1] 3.5; float[1] 16");
}

TEST_CASE("Adam-1 regularises the gradient before everything") {
  // G = 2·1 + 0 = 2, as above
  OneNode adam = optimizer("Adam", 3);
  adam.set("alpha", 0.75).set("beta", 0.75).set("epsilon", 1.0).set("norm_coefficient", 2.0);
  CHECK(shown(adam.run_all({R(2.5), T(0), one(1), one(0), one(4), one(20)})) ==
        "float[1] -0.75; float[1] 3.5; float[1] 16");
}

TEST_CASE("Adam-1's attributes have defaults") {
  // alpha 0.9, beta 0.999 and epsilon 1e-6 as float32 (exact arithmetic): V = 0.1 and H = 0.001
  // of float32's 1 - alpha and 1 - beta, X = -V / (√H + epsilon)
  const Values Y = optimizer("Adam", 3).run_all({R(1), T(0), one(0), one(1), one(0), one(0)});
  CHECK(near(Y[0], one(-3.1621987727018714), 1));
  CHECK(near(Y[1], one(0.10000002384185791), 0));
  CHECK(near(Y[2], one(0.00099998712539672852), 0));
}

TEST_CASE("An optimizer with more outputs than its inputs give is invalid") {
  CHECK(optimizer("Adam", 4).error({R(2.5), T(0), one(1), one(2), one(4), one(20)}) ==
        "InvalidModel: ai.onnx.preview.training.Adam-1 (output 'y0'): the node has 4 outputs, but "
        "its attributes and inputs give only 3");
}

}  // namespace etalon::test::adam_test
