#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bias_softmax_test {

TEST_CASE("BiasSoftmax is Softmax of the sum; over all axes from `axis` on") {
  const Tensor data = counted({2, 2, 2}), bias = f32({1, 2, 2}, {1, -1, 0, 2});
  OneNode softmax("BiasSoftmax", 1, "com.microsoft");
  softmax.set("is_inner_broadcast", 0);
  CHECK(show(softmax.run({data, bias})) ==
        show(OneNode("Softmax", 11).run({f32({2, 2, 2}, {1, 0, 2, 5, 5, 4, 6, 9})})));
  CHECK(softmax.set("axis", 3).error({data, bias}) ==
        "InvalidInput: com.microsoft.BiasSoftmax-1 (output 'y0'): axis 3 is outside [-3, 2]");
}

}  // namespace etalon::test::bias_softmax_test
