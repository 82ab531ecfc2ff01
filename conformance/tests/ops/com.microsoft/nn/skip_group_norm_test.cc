#include "conformance/tests/ops/one_node.h"

namespace etalon::test::skip_group_norm_test {

TEST_CASE("SkipGroupNorm rounds each output once") {
  OneNode norm("SkipGroupNorm", 1, "com.microsoft");
  norm.set("groups", 1).set("activation", 0).set("epsilon", 0.0);
  const auto half = [](const Shape& shape, const Floats& x) {
    return tensor(DType::float16, shape, x);
  };
  // The sum, 2049 and 2047, is not of the type; its mean and deviation are.
  CHECK(shown(norm.outputs(2).run_all(
            {half({1, 1, 2, 1}, {2048, 2046}), f32({1}, {1}), f32({1}, {0}), half({1, 1}, {1})})) ==
        "float16[1, 1, 2, 1] 1 -1; float16[1, 1, 2, 1] 2048 2047");
}

TEST_CASE("SkipGroupNorm refuses a skip or bias of another shape") {
  OneNode norm("SkipGroupNorm", 1, "com.microsoft");
  norm.set("groups", 1).set("activation", 0);
  const std::string place = "InvalidInput: com.microsoft.SkipGroupNorm-1 (output 'y0'): ";
  const Tensor X = zeros({1, 1, 2, 3}), C = zeros({3});
  CHECK(norm.error({X, C, C, C}) == place + "skip has the shape [3], not [1, 1, 2, 3]");
  CHECK(norm.error({X, C, C, X, zeros({2})}) == place + "bias has the shape [2], not [3]");
}

}  // namespace etalon::test::skip_group_norm_test
