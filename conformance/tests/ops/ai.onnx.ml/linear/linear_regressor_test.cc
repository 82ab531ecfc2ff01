#include "conformance/tests/ops/one_node.h"

namespace etalon::test::linear_regressor_test {
namespace {

OneNode regressor(const Floats& coefficients, int64_t targets) {
  return OneNode("LinearRegressor", 1, "ai.onnx.ml")
      .set("coefficients", coefficients)
      .set("targets", targets);
}

}  // namespace

TEST_CASE("LinearRegressor gives one result a target") {
  const OneNode op = regressor({1, 1, 0, -2}, 2).set("intercepts", Floats{0.5, 0});
  CHECK(show(op.run({f32({2, 2}, {1, 2, NAN, 0})})) == "float[2, 2] 3.5 -4 nan nan");
  CHECK(show(op.run({tensor(DType::int32, {2}, {1, 2})})) == "float[1, 2] 3.5 -4");
  CHECK(show(op.run({f32({0, 2}, {})})) == "float[0, 2]");
}

TEST_CASE("LinearRegressor has one target and no intercept by default") {
  CHECK(show(OneNode("LinearRegressor", 1, "ai.onnx.ml")
                 .set("coefficients", Floats{2, -1})
                 .run({i64({2, 2}, {1, 2, 3, 4})})) == "float[2, 1] 0 2");
}

TEST_CASE("LinearRegressor transforms the row of its results, be it of one") {
  const Tensor X = f32({1, 1}, {0.25});
  CHECK(near(regressor({1, 2}, 2).set("post_transform", "SOFTMAX").run({X}),
             f32({1, 2}, {0.437823499114202, 0.562176500885798})));  // mpmath
  CHECK(show(regressor({1}, 1).set("post_transform", "SOFTMAX").run({X})) == "float[1, 1] 1");
  CHECK(near(regressor({1}, 1).set("post_transform", "LOGISTIC").run({X}),
             f32({1, 1}, {0.562176500885798})));  // mpmath
}

TEST_CASE("LinearRegressor's PROBIT is the normal distribution's quantile function") {
  const OneNode op = regressor({1}, 1).set("post_transform", "PROBIT");
  // mpmath
  CHECK(
      near(op.run({f32({7, 1}, {0.5, 0.25, 0.75, 0, 1, 1.5, NAN})}),
           f32({7, 1}, {0, -0.674489750196082, 0.674489750196082, -INFINITY, INFINITY, NAN, NAN})));
  CHECK(show(op.run({f32({1, 1}, {0.5})})) == "float[1, 1] 0");  // √2 · erfinv(+0), not -0
}

TEST_CASE("LinearRegressor requires coefficients and intercepts for each target") {
  const std::string place = "InvalidInput: ai.onnx.ml.LinearRegressor-1 (output 'y0'): ";
  const Tensor X = f32({1, 2}, {1, 2});
  CHECK(regressor({1, 2, 3}, 1).error({X}) ==
        place + "there are 3 coefficients for 1 rows of 2 features");
  CHECK(regressor({1, 2}, 1).set("intercepts", Floats{1, 2}).error({X}) ==
        place + "there are 2 intercepts for 1 rows of coefficients");
  CHECK(regressor({1, 2}, 0).error({X}) == place + "targets is 0");
  CHECK(regressor({1, 2}, INT64_MAX).error({X}).starts_with("LimitExceeded"));
}

}  // namespace etalon::test::linear_regressor_test
