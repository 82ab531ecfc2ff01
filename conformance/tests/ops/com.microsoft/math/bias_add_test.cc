#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bias_add_test {

TEST_CASE("BiasAdd wants a bias for the last axis of three and a skip of X's shape") {
  OneNode add("BiasAdd", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.BiasAdd-1 (output 'y0'): ";
  const Tensor X = zeros({1, 1, 2}), bias = f32({2}, {1, 2});
  CHECK(show(add.run({X, bias, X})) == "float[1, 1, 2] 1 2");
  CHECK(add.error({X, f32({1}, {1}), X}) == place + "bias has the shape [1], not [2]");
  CHECK(add.error({X, bias, bias}) == place + "skip has the shape [2], not [1, 1, 2]");
  CHECK(add.error({bias, bias, bias}) == place + "X has rank 1, not 3");
}

}  // namespace etalon::test::bias_add_test
