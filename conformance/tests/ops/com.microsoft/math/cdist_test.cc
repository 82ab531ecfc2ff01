#include "conformance/tests/ops/one_node.h"

namespace etalon::test::cdist_test {

TEST_CASE("CDist refuses metrics that the text only names") {
  OneNode cdist("CDist", 1, "com.microsoft");
  const Tensor A = f32({1, 2}, {1, 2});
  const std::string place = "com.microsoft.CDist-1 (output 'y0'): ";
  CHECK(cdist.set("metric", "canberra").error({A, A}) ==
        "Unspecified: " + place + "the text names the metric canberra but does not define it");
  CHECK(cdist.set("metric", "euclidean").error({A, f32({2}, {1, 2})}) ==
        "InvalidInput: " + place + "B has the shape [2], not [_, 2]");
}

TEST_CASE("CDist has all digits of a small distance") {
  OneNode cdist("CDist", 1, "com.microsoft");
  CHECK(show(cdist.run({f32({1, 1}, {16777216}), f32({1, 1}, {16777215})})) == "float[1, 1] 1");
}

}  // namespace etalon::test::cdist_test
