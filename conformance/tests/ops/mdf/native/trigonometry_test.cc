#include <cmath>

#include "conformance/tests/ops/mdf/calls.h"

namespace etalon::mdf::native_trigonometry_test {

TEST_CASE("MDF's trigonometric functions are scaled by their second argument") {
  struct Row {
    const char* function;
    double (*f)(double);
  };
  const Row rows[] = {{"sin", std::sin},     {"cos", std::cos},     {"tan", std::tan},
                      {"sinh", std::sinh},   {"cosh", std::cosh},   {"tanh", std::tanh},
                      {"arcsin", std::asin}, {"arccos", std::acos}, {"arctan", std::atan}};
  for (const Row& row : rows) {
    CAPTURE(row.function);
    const auto scaled = [&](double x) {
      return call_function(row.function, {Value::number(x), Value::number(2)}, {})
          .array()
          .item<double>();
    };
    CHECK(scaled(0.5) == 2 * row.f(0.5));
    CHECK(std::isnan(scaled(NAN)));
  }
}

TEST_CASE("MDF's trigonometric functions broadcast their scale") {
  CHECK(call_json("cos", "[0, [1, 2.5]]") == R"({"type":"double","shape":[2],"data":[1.0,2.5]})");
  CHECK(call_json("sin", "[[], 2]") == R"({"type":"double","shape":[0],"data":[]})");
}

}  // namespace etalon::mdf::native_trigonometry_test
