#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_gather_nd_test {

TEST_CASE("com.microsoft's GatherND is that of ai.onnx's version 11") {
  const Tensor data = counted({2, 3}), at = i64({2, 1}, {1, -2});
  OneNode gather("GatherND", 1, "com.microsoft");
  CHECK(show(gather.run({data, at})) == show(OneNode("GatherND", 11).run({data, at})));
  CHECK(gather.error({data, i64({1, 1}, {2})}) ==
        "InvalidInput: com.microsoft.GatherND-1 (output 'y0'): index 2 is outside [-2, 1]");
}

}  // namespace etalon::test::microsoft_gather_nd_test
