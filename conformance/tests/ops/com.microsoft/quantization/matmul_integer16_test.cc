#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_matmul_integer16_test {

TEST_CASE("MatMulInteger16 is int32 or uint32 where A and B are unsigned and wraps") {
  const Tensor a = tensor(DType::int16, {1}, {-32768}), b = tensor(DType::uint16, {1}, {65535});
  CHECK(show(OneNode("MatMulInteger16", 1, "com.microsoft").run({a, b})) == "int32[] -2147450880");
  CHECK(show(OneNode("MatMulInteger16", 1, "com.microsoft").run({b, b})) == "uint32[] 4294836225");
  const Tensor bb = tensor(DType::uint16, {2}, {65535, 65535});
  CHECK(show(OneNode("MatMulInteger16", 1, "com.microsoft").run({bb, bb})) ==
        "uint32[] 4294705154");
  CHECK(OneNode("MatMulInteger16", 1, "com.microsoft")
            .error({a, tensor(DType::int16, {2}, {1, 2})}) ==
        "InvalidInput: com.microsoft.MatMulInteger16-1 (output 'y0'): the shapes [1, 1] and [2, 1] "
        "do not fit a matrix product");
}

}  // namespace etalon::test::microsoft_matmul_integer16_test
