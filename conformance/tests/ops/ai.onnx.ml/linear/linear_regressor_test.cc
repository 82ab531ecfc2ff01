#include "conformance/tests/ops/one_node.h"

namespace etalon::test::linear_regressor_test {
namespace {

OneNode regressor(const Floats& coefficients, int64_t targets) {
  return OneNode("LinearRegressor", 1, "ai.onnx.ml")
      .set("coefficients", coefficients)
      .set("targets", targets);
}

}  // namespace

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
