#include "conformance/tests/ops/one_node.h"

namespace etalon::test::fused_matmul_test {
namespace {

OneNode product() { return OneNode("FusedMatMul", 1, "com.microsoft"); }

}  // namespace

TEST_CASE("FusedMatMul moves the first axis before it exchanges the last two") {
  // [K, batch, M]: with both it is [batch, M, K].
  const Tensor A = f32({2, 1, 3}, {1, 2, 3, 10, 20, 30});
  OneNode both = product().set("transA", 1).set("transBatchA", 1);
  CHECK(show(both.run({A, f32({1, 2, 1}, {1, 1})})) == "float[1, 3, 1] 11 22 33");
}

TEST_CASE("FusedMatMul rounds alpha times the sum once") {
  const Tensor A = f32({1, 2}, {16777216, 1}), B = f32({2, 1}, {1, 1});
  CHECK(show(product().set("alpha", 0.75).run({A, B})) == "float[1, 1] 12582913");
}

TEST_CASE("FusedMatMul of no products is 0 and shapes must fit") {
  CHECK(show(product().run({f32({1, 0}, {}), f32({0, 2}, {})})) == "float[1, 2] 0 0");
  CHECK(product().set("transA", 1).error({f32({1, 2}, {1, 2}), f32({2, 1}, {1, 2})}) ==
        "InvalidInput: com.microsoft.FusedMatMul-1 (output 'y0'): the shapes [2, 1] and [2, 1] do "
        "not fit a matrix product");
}

}  // namespace etalon::test::fused_matmul_test
