#include "conformance/tests/ops/one_node.h"

namespace etalon::test::expand_dims_test {

TEST_CASE("ExpandDims inserts one axis; anywhere") {
  OneNode expand("ExpandDims", 1, "com.microsoft");
  CHECK(show(expand.run({f32({2}, {1, 2}), i32({1}, {-2})})) == "float[1, 2] 1 2");
  CHECK(expand.error({f32({2}, {1, 2}), i32({}, {2})}) ==
        "InvalidInput: com.microsoft.ExpandDims-1 (output 'y0'): axis 2 is outside [-2, 1]");
  CHECK(expand.error({f32({2}, {1, 2}), i32({2}, {0, 1})}) ==
        "InvalidInput: com.microsoft.ExpandDims-1 (output 'y0'): a single element is needed, but "
        "the shape is [2]");
}

}  // namespace etalon::test::expand_dims_test
