#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::shrink_test {

TEST_CASE("Shrink of integers compares with lambd as it is and wraps") {
  const Tensor input = tensor(DType::int8, {5}, {-128, -1, 0, 1, 2});
  // -127.5, -0.5, 0, 0.5, 1.5, truncated
  CHECK(OneNode("Shrink", 9).set("bias", -0.5).error({input}).empty());
  CHECK(
      OneNode("Shrink", 9).set("bias", -1.5).error({input}) ==
      "Unspecified: Shrink-9 (output 'y0'): a result is NaN or outside the range of tensor(int8)");
  CHECK(OneNode("Shrink", 9).set("bias", INFINITY).error({input}).starts_with("Unspecified"));
}

}  // namespace etalon::test::shrink_test
