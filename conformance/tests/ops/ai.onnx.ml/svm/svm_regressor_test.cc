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

TEST_CASE("SVMRegressor weighs the kernel's values") {
  const Tensor X = f32({2, 2}, {1, 0, 0, 1});
  CHECK(show(regressor().run({X})) == "float[2, 1] 1.25 -1.75");
  const OneNode op = regressor().set("kernel_params", Floats{0.5, 0.25, 3});
  const auto with = [&](const char* kernel_type) {
    return OneNode(op).set("kernel_type", kernel_type).run({f32({1, 2}, {1, 0})});
  };
  CHECK(show(with("POLY")) == "float[1, 1] 0.640625");  // 0.75³ - 2 · 0.25³ + 0.25
  // 1 - 2 / e + 0.25 and tanh 0.75 - 2 tanh 0.25 + 0.25, by mpmath
  CHECK(near(with("RBF"), f32({1, 1}, {0.514241117657115})));
  CHECK(near(with("SIGMOID"), f32({1, 1}, {0.395311627579869})));
}

TEST_CASE("SVMRegressor's fractional degree has no value below zero") {
  const OneNode op = regressor().set("kernel_type", "POLY").set("kernel_params", Floats{1, 0, 0.5});
  CHECK(show(op.run({f32({2, 2}, {4, 9, -4, 0})})) == "float[2, 1] -3.75 nan");
}

TEST_CASE("SVMRegressor without support vectors weighs the features") {
  const OneNode op = OneNode("SVMRegressor", 1, "ai.onnx.ml")
                         .set("coefficients", Floats{1, -2})
                         .set("rho", Floats{0.25});
  CHECK(show(op.run({i64({2, 2}, {1, 0, 0, 1})})) == "float[2, 1] 1.25 -1.75");
  CHECK(show(op.run({tensor(DType::int32, {2}, {1, 1})})) == "float[1, 1] -0.75");
  CHECK(show(op.run({f32({0, 2}, {})})) == "float[0, 1]");
}

TEST_CASE("SVMRegressor of one class distinguishes inliers from outliers") {
  const Tensor X = f32({3, 2}, {1, 0, 0, 1, 0, 0.125});  // 1.25, -1.75 and 0
  CHECK(show(regressor().set("one_class", 1).run({X})) == "float[3, 1] 1 -1 -1");
  CHECK(regressor().set("one_class", 1).set("post_transform", "LOGISTIC").error({X}) ==
        "Unspecified: ai.onnx.ml.SVMRegressor-1 (output 'y0'): it is not said whether "
        "post_transform comes before or after one_class");
}

TEST_CASE("SVMRegressor transforms its result") {
  CHECK(near(regressor().set("post_transform", "LOGISTIC").run({f32({1, 2}, {1, 0})}),
             f32({1, 1}, {0.777299861174691})));  // mpmath, of 1.25
}

TEST_CASE("SVMRegressor requires a coefficient for each vector, and rho") {
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
