#include "conformance/tests/ops/mdf/calls.h"

namespace etalon::mdf::native_matmul_test {

TEST_CASE("MDF MatMul is NumPy's; in float64") {
  CHECK(call_json("MatMul", "[[[1, 2], [3, 4]], [[1], [10]]]") ==
        R"({"type":"double","shape":[2,1],"data":[21.0,43.0]})");
  CHECK(call_json("MatMul", "[[[1, 2], [3, 4]], [1, 10]]") ==
        R"({"type":"double","shape":[2],"data":[21.0,43.0]})");
  CHECK(call_json("MatMul", "[[1, 2], [3, 4]]") == real_json(11.0));
  // A sum that float32 would not hold.
  CHECK(call_json("MatMul", "[[1, 1], [16777216, 1]]") == real_json(16777217.0));
  CHECK(call_error("MatMul", "[1, [1]]").starts_with("InvalidInput: MatMul: "));
}

}  // namespace etalon::mdf::native_matmul_test
