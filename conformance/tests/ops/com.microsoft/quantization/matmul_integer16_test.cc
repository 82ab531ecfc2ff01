#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_matmul_integer16_test {

TEST_CASE("MatMulInteger16 is int32, and wraps where A and B are unsigned") {
  const Tensor a = tensor(DType::int16, {1}, {-32768}), b = tensor(DType::uint16, {1}, {65535});
  CHECK(show(OneNode("MatMulInteger16", 1, "com.microsoft").run({a, b})) == "int32[] -2147450880");
  CHECK(show(OneNode("MatMulInteger16", 1, "com.microsoft").run({b, b})) == "int32[] -131071");
  CHECK(OneNode("MatMulInteger16", 1, "com.microsoft")
            .error({a, tensor(DType::int16, {2}, {1, 2})}) ==
        "InvalidInput: com.microsoft.MatMulInteger16-1 (output 'y0'): the shapes [1, 1] and [2, 1] "
        "do not fit a matrix product");
}

}  // namespace etalon::test::microsoft_matmul_integer16_test
