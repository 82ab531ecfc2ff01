#include "conformance/tests/ops/mdf/calls.h"

namespace etalon::mdf::native_linear_test {

TEST_CASE("MDF linear is variable0 · slope + intercept") {
  CHECK(call_json("linear", "[1.5, 2, -1]") == real_json(2.0));
  CHECK(call_json("linear", "[[1, 2], [[10], [100]], 1]") ==
        R"({"type":"double","shape":[2,2],"data":[11.0,21.0,101.0,201.0]})");
  CHECK(call_json("linear", "[[], 2, 3]") == R"({"type":"double","shape":[0],"data":[]})");
}

TEST_CASE("MDF linear widens bools and integers to float64") {
  CHECK(call_json("linear", "[true, 2, 3]") == real_json(5.0));
}

}  // namespace etalon::mdf::native_linear_test
