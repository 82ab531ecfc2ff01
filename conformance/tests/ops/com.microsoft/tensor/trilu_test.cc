#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_trilu_test {

TEST_CASE("com.microsoft's Trilu is ai.onnx's and takes k as a tensor of one element") {
  const Tensor X = counted({3, 4});
  OneNode trilu("Trilu", 1, "com.microsoft");
  CHECK(show(trilu.run({X, i64({1}, {1})})) == show(OneNode("Trilu", 14).run({X, i64({}, {1})})));
  CHECK(trilu.error({f32({1}, {1})}) ==
        "InvalidInput: com.microsoft.Trilu-1 (output 'y0'): input has rank 1, less than 2");
}

}  // namespace etalon::test::microsoft_trilu_test
