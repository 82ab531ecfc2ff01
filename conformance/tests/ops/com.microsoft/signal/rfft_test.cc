#include "conformance/tests/ops/one_node.h"

namespace etalon::test::rfft_test {

TEST_CASE("Rfft has the first half of the bins and refuses what its text excludes") {
  OneNode rfft("Rfft", 1, "com.microsoft");
  CHECK(show(rfft.run({f32({1, 2}, {1, 2})})) == "float[1, 2, 2] 3 0 -1 0");
  const std::string place = "com.microsoft.Rfft-1 (output 'y0'): ";
  CHECK(rfft.error({f32({1}, {1})}) == "InvalidInput: " + place + "n is 1, which is odd");
  CHECK(rfft.error({f32({}, {1})}) == "InvalidInput: " + place + "X has rank 0, less than 1");
  CHECK(rfft.set("signal_ndim", 2).error({f32({2, 2}, {1, 2, 3, 4})}) ==
        "Unspecified: " + place + "signal_ndim is 2, but the text defines only one dimension");
  CHECK(rfft.set("normalized", 1).error({f32({2}, {1, 2})}) ==
        "InvalidInput: " + place + "normalized is not 0");
}

}  // namespace etalon::test::rfft_test
