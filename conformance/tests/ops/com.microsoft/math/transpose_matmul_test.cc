#include "conformance/tests/ops/one_node.h"

namespace etalon::test::transpose_matmul_test {

TEST_CASE("TransposeMatMul is FusedMatMul without batches that move") {
  const Tensor A = counted({2, 3, 2}), B = counted({2, 3, 4});
  const auto product = [](const char* name) {
    return OneNode(name, 1, "com.microsoft").set("transA", 1).set("alpha", 0.5);
  };
  CHECK(show(product("TransposeMatMul").run({A, B})) == show(product("FusedMatMul").run({A, B})));
  CHECK(OneNode("TransposeMatMul", 1, "com.microsoft").error({A, B}) ==
        "InvalidInput: com.microsoft.TransposeMatMul-1 (output 'y0'): the shapes [2, 3, 2] and [2, "
        "3, 4] do not fit a matrix product");
}

}  // namespace etalon::test::transpose_matmul_test
