#include "conformance/tests/ops/one_node.h"

namespace etalon::test::irfft_test {

TEST_CASE("Irfft is the inverse of Rfft") {
  OneNode irfft("Irfft", 1, "com.microsoft");
  irfft.set("signal_ndim", 1);
  const Tensor X = f32({2, 4}, {1, 5, -2, 7, 0, 0, 3, 1});
  CHECK(show(irfft.run({OneNode("Rfft", 1, "com.microsoft").run({X})})) == show(X));
  CHECK(irfft.error({f32({1, 2}, {1, 2})}) ==
        "InvalidInput: com.microsoft.Irfft-1 (output 'y0'): X of shape [1, 2] has no pairs of at "
        "least two bins");
}

}  // namespace etalon::test::irfft_test
