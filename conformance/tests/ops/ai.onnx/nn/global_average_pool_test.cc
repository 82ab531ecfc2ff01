#include "conformance/tests/ops/one_node.h"

namespace etalon::test::global_average_pool_test {

TEST_CASE("GlobalAveragePool is the mean of each channel") {
  const Tensor X = f32({1, 2, 1, 2}, {3, -4, 1, 1});
  CHECK(show(OneNode("GlobalAveragePool", 1).run({X})) == "float[1, 2, 1, 1] -0.5 1");
  CHECK(show(OneNode("GlobalAveragePool", 22).run({tensor(DType::bfloat16, {1, 1, 2}, {1, 2})})) ==
        "bfloat16[1, 1, 1] 1.5");
}

TEST_CASE("GlobalAveragePool of a matrix is the matrix and of no elements NaN") {
  CHECK(show(OneNode("GlobalAveragePool", 1).run({f32({1, 2}, {3, -4})})) == "float[1, 2] 3 -4");
  CHECK(show(OneNode("GlobalAveragePool", 1).run({f32({0, 1, 2}, {})})) == "float[0, 1, 1]");
  CHECK(show(OneNode("GlobalAveragePool", 1).run({f32({1, 1, 0}, {})})) == "float[1, 1, 1] nan");
  CHECK(OneNode("GlobalAveragePool", 1).error({f32({2}, {1, 2})}) ==
        "InvalidInput: GlobalAveragePool-1 (output 'y0'): X has the shape [2]; a batch and a "
        "channel axis are needed");
}

}  // namespace etalon::test::global_average_pool_test
