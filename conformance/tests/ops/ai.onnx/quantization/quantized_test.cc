#include "ops/ai.onnx/quantization/quantized.h"

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::quantized_test {

TEST_CASE("quantized() rounds the quotient before it adds the zero point to an integer") {
  const Reals quotient = {0.5, 1.5, -0.5, 1e300};
  CHECK(show(quantized(DType::int8, quotient, scalar_array(1.0))) == "int8[4] 1 3 1 127");
  CHECK(show(quantized(DType::uint4, quotient, scalar_array(-1.0))) == "uint4[4] 0 1 0 15");
  CHECK_THROWS_AS(quantized(DType::int8, scalar_array(double(NAN)), scalar_array(0.0)),
                  Unspecified);
}

TEST_CASE("by_row() makes a column of a vector only") {
  CHECK(by_row(f32({2}, {1, 2})).shape() == Shape{2, 1});
  CHECK(by_row(f32({}, {1})).shape().empty());
  CHECK(by_row(f32({2, 1}, {1, 2})).shape() == Shape{2, 1});
}

TEST_CASE("centred() broadcasts the zero point to X; never X to it") {
  const Tensor X = f32({1, 2}, {1, 2});
  CHECK((centred(X, f32({2}, {1, 1})) == Reals{{0, 1}}));
  CHECK((centred(X, f32({1, 1, 1}, {1})) == Reals{{0, 1}}));
  CHECK_THROWS_AS(centred(X, f32({2, 1}, {1, 1})), InvalidInput);
}

}  // namespace etalon::test::quantized_test
