#include "conformance/tests/ops/one_node.h"

namespace etalon::test::inverse_test {

namespace {

OneNode inverse() { return OneNode("Inverse", 1, "com.microsoft"); }

}  // namespace

TEST_CASE("Inverse works on batches and on no elements") {
  CHECK(show(inverse().run({f32({2, 2, 2}, {2, 0, 0, 4, 0, 1, 1, 0})})) ==
        "float[2, 2, 2] 0.5 0 0 0.25 0 1 1 0");
  CHECK(show(inverse().run({f32({3, 0, 0}, {})})) == "float[3, 0, 0]");
}

TEST_CASE("Inverse is exact to the last digit also where elimination in floats is not") {
  // a = 2^23 and b = a − 1: a / (2a − 1) is just above the middle of two floats.
  CHECK(show(inverse().run({f32({2, 2}, {8388608, 8388607, 8388607, 8388608})})) ==
        "float[2, 2] 0.50000006 -0.49999997 -0.49999997 0.50000006");
}

TEST_CASE("Inverse refuses what has none") {
  const std::string place = "InvalidInput: com.microsoft.Inverse-1 (output 'y0'): ";
  CHECK(inverse().error({f32({2, 2}, {1, 2, 2, 4})}) == place + "a matrix of X is not invertible");
  CHECK(inverse().error({zeros({2, 3})}) == place + "X of shape [2, 3] holds no square matrices");
  CHECK(inverse().error({zeros({2})}) == place + "X of shape [2] holds no square matrices");
}

}  // namespace etalon::test::inverse_test
