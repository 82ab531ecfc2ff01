#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_nhwc_max_pool_test {

TEST_CASE("NhwcMaxPool pools three dimensions and nothing in the padding alone") {
  OneNode pool("NhwcMaxPool", 1, "com.microsoft");
  pool.set("kernel_shape", Integers{1, 2, 1});
  CHECK(show(pool.run({u8({1, 1, 2, 1, 2}, {1, 9, 5, 3})})) == "uint8[1, 1, 1, 1, 2] 5 9");
  OneNode padded("NhwcMaxPool", 1, "com.microsoft");
  padded.set("kernel_shape", Integers{1}).set("pads", Integers{1, 0});
  CHECK(padded.error({u8({1, 1, 1}, {1})}) ==
        "Unspecified: com.microsoft.NhwcMaxPool-1 (output 'y0'): a window lies in the padding "
        "only, and has no greatest element");
}

}  // namespace etalon::test::microsoft_nhwc_max_pool_test
