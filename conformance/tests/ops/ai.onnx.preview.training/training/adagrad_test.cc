#include "conformance/tests/ops/ai.onnx.preview.training/training/optimizers.h"

namespace etalon::test::adagrad_test {

using namespace optimizers;

TEST_CASE("Adagrad-1 divides the step by the root of the accumulated squares") {
  // H = 5 + 2² = 9, X = 1 - 2 / (3 + 1)
  OneNode adagrad = optimizer("Adagrad", 2);
  adagrad.set("epsilon", 1.0);
  const Values inputs{R(1), T(1), one(1), one(2), one(5)};
  CHECK(shown(adagrad.run_all(inputs)) == "float[1] 0.5; float[1] 9");
  // r = 1 / (1 + 1·3)
  CHECK(shown(adagrad.set("decay_factor", 3.0).run_all(inputs)) == "float[1] 0.875; float[1] 9");
}

TEST_CASE("Adagrad-1 regularises the gradient by norm_coefficient · X") {
  // G = 1·1 + 2 = 3, H = 7 + 9 = 16, X = 1 - 3 / (4 + 2)
  CHECK(shown(optimizer("Adagrad", 2)
                  .set("epsilon", 2.0)
                  .set("norm_coefficient", 1.0)
                  .run_all({R(1), T(0), one(1), one(2), one(7)})) == "float[1] 0.5; float[1] 16");
}

TEST_CASE("Adagrad-1 takes all values then all gradients then all accumulators") {
  const Tensor two = tensor(DType::float64, {2}, {1, 1});
  CHECK(
      shown(optimizer("Adagrad", 4)
                .set("epsilon", 1.0)
                .run_all({R(1), T(0), two, two, tensor(DType::float64, {2}, {2, 4}),
                          tensor(DType::float64, {2}, {0, 0}), tensor(DType::float64, {2}, {5, 9}),
                          tensor(DType::float64, {2}, {0, 4})})) ==
      "double[2] 0.5 0.3333333333333333; double[2] 1 1; double[2] 9 25; double[2] 0 4");
}

}  // namespace etalon::test::adagrad_test
