#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qgemm_test {

TEST_CASE("QGemm is of y_zero_point's type; 1 without a y_scale") {
  OneNode gemm("QGemm", 1, "com.microsoft");
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  const Values inputs = {u8({1, 1}, {3}), one, zero, u8({1, 1}, {5}), one, zero};
  Values quantized = inputs;
  quantized.insert(quantized.end(), {none, none, u8({}, {100})});
  CHECK(show(gemm.run(inputs)) == "float[1, 1] 15");
  CHECK(show(gemm.run(quantized)) == "uint8[1, 1] 115");
}

TEST_CASE("QGemm refuses shapes that do not fit") {
  OneNode gemm("QGemm", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.QGemm-1 (output 'y0'): ";
  const Tensor one = f32({}, {1}), zero = u8({}, {0}), A = u8({1, 1}, {3});
  CHECK(gemm.error({A, one, zero, A, f32({2}, {1, 1}), zero}) ==
        place + "b_scale has the shape [2], not [1]");
  CHECK(gemm.error({u8({1}, {3}), one, zero, A, one, zero}) == place + "A has rank 1, not 2");
}

}  // namespace etalon::test::microsoft_qgemm_test
