#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bias_dropout_test {

TEST_CASE("BiasDropout in training drops what Dropout drops and scales the rest") {
  OneNode dropout("BiasDropout", 1, "com.microsoft");
  const Tensor data = f32({8}, {0, 0, 0, 0, 0, 0, 0, 0}), ones = f32({8}, {1, 1, 1, 1, 1, 1, 1, 1});
  const Values outputs = dropout.set("seed", 5).outputs(2).run_all(
      {data, ones, ones, f32({}, {0.75}), bools({}, {1})});
  const Tensor expected =
      OneNode("Where", 16).run({outputs[1], f32({}, {5}), f32({}, {1})}).tensor();
  CHECK(show(outputs[0]) == show(expected));
}

TEST_CASE("BiasDropout refuses shapes that do not fit") {
  OneNode dropout("BiasDropout", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.BiasDropout-1 (output 'y0'): ";
  const Tensor data = zeros({2, 3});
  CHECK(dropout.error({data, zeros({2})}) == place + "bias has the shape [2], not [3]");
  CHECK(dropout.error({data, zeros({3}), zeros({3})}) ==
        place + "residual has the shape [3], not [2, 3]");
}

}  // namespace etalon::test::bias_dropout_test
