#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_average_pool_test {

TEST_CASE("QLinearAveragePool has no mean of a window that lies in the padding") {
  OneNode pool("QLinearAveragePool", 1, "com.microsoft");
  pool.set("kernel_shape", Integers{1}).set("pads", Integers{1, 0});
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  const Values inputs = {u8({1, 1, 1}, {7}), one, zero, one, u8({}, {2})};
  CHECK(pool.error(inputs) ==
        "Unspecified: com.microsoft.QLinearAveragePool-1 (output 'y0'): a window lies in the "
        "padding only, and has no elements to average");
  CHECK(show(pool.set("count_include_pad", 1).run(inputs)) == "uint8[1, 1, 2] 2 9");
}

TEST_CASE("QLinearAveragePool takes channels last in three dimensions") {
  OneNode pool("QLinearAveragePool", 1, "com.microsoft");
  pool.set("kernel_shape", Integers{1, 1, 2}).set("channels_last", 1);
  const Tensor one = f32({}, {1});
  CHECK(show(pool.run({i8({1, 1, 1, 2, 2}, {1, 10, 3, -20}), one, none, one})) ==
        "int8[1, 1, 1, 1, 2] 2 -5");
}

}  // namespace etalon::test::microsoft_qlinear_average_pool_test
