#include "conformance/tests/ops/one_node.h"

namespace etalon::test::svm_regressor_test {
namespace {

OneNode regressor() {
  return OneNode("SVMRegressor", 1, "ai.onnx.ml")
      .set("support_vectors", Floats{1, 0, 0, 1})
      .set("n_supports", 2)
      .set("coefficients", Floats{1, -2})
      .set("rho", Floats{0.25});
}

}  // namespace

TEST_CASE("SVMRegressor of one class distinguishes inliers from outliers") {
  const Tensor X = f32({3, 2}, {1, 0, 0, 1, 0, 0.125});  // 1.25, -1.75 and 0
  CHECK(regressor().set("one_class", 1).set("post_transform", "LOGISTIC").error({X}) ==
        "Unspecified: ai.onnx.ml.SVMRegressor-1 (output 'y0'): the text does not say whether "
        "post_transform comes before or after one_class");
}

TEST_CASE("SVMRegressor requires a coefficient for each vector and rho") {
  const std::string place = "InvalidInput: ai.onnx.ml.SVMRegressor-1 (output 'y0'): ";
  const Tensor X = f32({1, 2}, {1, 0});
  CHECK(regressor().set("coefficients", Floats{1}).error({X}) ==
        place + "there are 1 coefficients where 2 are needed");
  CHECK(regressor().set("n_supports", 3).error({X}) ==
        place + "support_vectors has 4 elements for 3 vectors of 2 features");
  CHECK(regressor().set("n_supports", -1).error({X}) == place + "n_supports is -1");
  CHECK(regressor().set("rho", Floats{}).error({X}) == place + "rho is missing");
}

}  // namespace etalon::test::svm_regressor_test
