#include "conformance/tests/ops/one_node.h"

namespace etalon::test::slice_test {

TEST_CASE("Slice refuses a step of 0 and lists of different lengths") {
  const Tensor data = f32({2}, {1, 2});
  CHECK(OneNode("Slice", 13).error({data, i64({1}, {0}), i64({1}, {1}), Value(), i64({1}, {0})}) ==
        "InvalidInput: Slice-13 (output 'y0'): a step is 0");
  CHECK(OneNode("Slice", 13).error({data, i64({1}, {0}), i64({2}, {1, 1})}) ==
        "InvalidInput: Slice-13 (output 'y0'): there are 1 starts, 2 ends, 1 axes and 1 steps for "
        "1 axes of data");
  CHECK(OneNode("Slice", 13)
            .error({data, i64({1}, {0}), i64({1}, {1}), i64({1}, {1})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::slice_test
