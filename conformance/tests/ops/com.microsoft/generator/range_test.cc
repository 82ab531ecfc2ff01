#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_range_test {

TEST_CASE("com.microsoft's Range goes by 1 where delta is left out; in each type") {
  OneNode range("Range", 1, "com.microsoft");
  CHECK(show(range.run({f64({}, {0.5}), f64({1}, {2})})) == "double[2] 0.5 1.5");
  CHECK(show(range.run({i32({}, {-1}), i32({}, {1})})) == "int32[2] -1 0");
}

TEST_CASE("com.microsoft's Range has no end for a delta of 0") {
  OneNode range("Range", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.Range-1 (output 'y0'): ";
  CHECK(range.error({i64({}, {0}), i64({}, {1}), i64({}, {0})}) == place + "delta is 0");
  CHECK(range.error({f32({}, {0}), f32({}, {1}), f32({}, {0})}) ==
        place + "the number of elements is not finite");
  CHECK(range.error({f32({2}, {0, 1}), f32({}, {1})}) ==
        place + "a single element is needed, but the shape is [2]");
}

}  // namespace etalon::test::microsoft_range_test
