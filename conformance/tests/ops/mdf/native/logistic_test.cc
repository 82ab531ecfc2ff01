#include <cmath>

#include "conformance/tests/ops/mdf/calls.h"

namespace etalon::mdf::native_logistic_test {

TEST_CASE("MDF logistic has its offset inside the exponent") {
  CHECK(call_json("logistic", "[2, 3, -2, 0]") == real_json(0.5));
  const Value y = call_function(
      "logistic", {Value::number(1), Value::number(2), Value::number(0.5), Value::number(4)}, {});
  CHECK(y.array().item<double>() == 1 / (1 + std::exp(-2 * (1 + 0.5) + 4)));
  // exp(∓∞)
  CHECK(call_json("logistic", R"([{"type": "double", "data": ["inf", "-inf"]}, 1, 0, 0])") ==
        R"({"type":"double","shape":[2],"data":[1.0,0.0]})");
}

}  // namespace etalon::mdf::native_logistic_test
