#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_global_average_pool_test {

TEST_CASE(
    "QLinearGlobalAveragePool has a mean of any number of spatial axes; none of no elements") {
  OneNode pool("QLinearGlobalAveragePool", 1, "com.microsoft");
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  CHECK(show(pool.run({u8({1, 1, 1, 2, 2}, {1, 2, 3, 6}), one, zero, one, zero})) ==
        "uint8[1, 1, 1, 1, 1] 3");
  CHECK(pool.error({u8({1, 1, 0}, {}), one, zero, one, zero}) ==
        "Unspecified: com.microsoft.QLinearGlobalAveragePool-1 (output 'y0'): NaN has no quantized "
        "value in tensor(uint8)");
  CHECK(pool.error({u8({1, 1}, {1}), one, zero, one, zero}) ==
        "InvalidInput: com.microsoft.QLinearGlobalAveragePool-1 (output 'y0'): X has rank 2, less "
        "than 3");
}

}  // namespace etalon::test::microsoft_qlinear_global_average_pool_test
