#include "conformance/tests/ops/mdf/calls.h"

namespace etalon::mdf::native_exponential_test {

TEST_CASE("MDF exponential is scale · exp(rate · variable0 + bias) + offset") {
  // exp(0) at 0.5 · 2 - 1
  CHECK(call_json("exponential", "[2, 3, 0.5, -1, 10]") == real_json(13.0));
  CHECK(call_json("exponential", "[[0, 2], 3, 0, 0, [1, 10]]") ==
        R"({"type":"double","shape":[2],"data":[4.0,13.0]})");
  CHECK(call_json("exponential", R"([{"type": "double", "data": "-inf"}, 3, 1, 0, 10])") ==
        real_json(10.0));
}

}  // namespace etalon::mdf::native_exponential_test
