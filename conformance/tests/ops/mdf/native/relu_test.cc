#include "conformance/tests/ops/mdf/calls.h"

namespace etalon::mdf::native_relu_test {

TEST_CASE("MDF Relu is maximum(A; 0) and NaN where A is") {
  CHECK(call_json("Relu", "[-3]") == R"({"type":"double","shape":[],"data":[0.0]})");
  CHECK(call_json("Relu", R"([{"type": "double", "data": ["nan", -1.5, 2.5, "inf"]}])") ==
        R"({"type":"double","shape":[4],"data":["nan",0.0,2.5,"inf"]})");
  CHECK(call_json("Relu", "[[]]") == R"({"type":"double","shape":[0],"data":[]})");
}

}  // namespace etalon::mdf::native_relu_test
