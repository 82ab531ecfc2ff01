#include "conformance/tests/ops/one_node.h"

namespace etalon::test::is_all_finite_test {

TEST_CASE("IsAllFinite looks at all inputs and at one kind at a time") {
  OneNode finite("IsAllFinite", 1, "com.microsoft");
  CHECK(show(finite.run({zeros({0}), f32({}, {1})})) == "bool[] true");
  CHECK(show(finite.run({f32({}, {1}), f32({2}, {1, NAN})})) == "bool[] false");
  CHECK(finite.set("isinf_only", 1).set("isnan_only", 1).error({f32({}, {1})}) ==
        "Unspecified: com.microsoft.IsAllFinite-1 (output 'y0'): isinf_only and isnan_only are "
        "both set, and the text does not say what this means");
}

}  // namespace etalon::test::is_all_finite_test
