#include "conformance/tests/ops/one_node.h"

namespace etalon::test::standard_matrix_test {
namespace {

OneNode gemm() { return OneNode("Gemm", 13, "thinker"); }
OneNode matmul() { return OneNode("MatMul", 13, "thinker"); }

}  // namespace

TEST_CASE("thinker's Gemm transposes B unless told not to") {
  const Tensor A = f32({1, 2}, {1, 2});
  const Tensor B = f32({2, 2}, {3, 4, 5, 6});
  CHECK(show(gemm().run({A, B})) == "float[1, 2] 11 17");
  CHECK(show(gemm().set("transB", 0).run({A, B})) == "float[1, 2] 13 16");
  CHECK(show(gemm().set("alpha", 0.5).run({A, B})) == "float[1, 2] 5.5 8.5");
  CHECK(show(gemm().run({f32({0, 2}, {}), B})) == "float[0, 2]");
  CHECK(gemm().error({A, f32({2, 1}, {1, 1})}) ==
        "InvalidInput: thinker.Gemm-13 (output 'y0'): A' of shape [1, 2] and B' of shape [1, 2] do "
        "not fit a matrix product");
}

TEST_CASE("thinker's Gemm adds C once unless beta is given") {
  const Tensor A = f32({1, 2}, {1, 2});
  const Tensor B = f32({2, 2}, {3, 4, 5, 6});
  const Tensor C = f32({2}, {10, 20});
  CHECK(show(gemm().run({A, B, C})) == "float[1, 2] 21 37");
  CHECK(show(gemm().set("beta", 0.5).run({A, B, C})) == "float[1, 2] 16 27");
  CHECK(show(gemm().set("beta", 0.0).run({A, B, C})) == "float[1, 2] 11 17");
  CHECK(show(gemm().set("beta", 3.0).run({A, B})) == "float[1, 2] 11 17");
}

TEST_CASE("thinker's Gemm of int8 wraps") {
  CHECK(show(gemm().run({i8({1, 1}, {100}), i8({1, 1}, {2}), i8({}, {1})})) == "int8[1, 1] -55");
}

TEST_CASE("thinker's MatMul flattens B's leading axes into one, and keeps A's") {
  const Tensor A = f32({1, 2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(matmul().run({A, f32({3, 1, 2}, {1, 2, 3, 4, 5, 6})})) ==
        "float[1, 2, 2] 22 28 49 64");
  CHECK(show(matmul().run({f32({2}, {3, 4}), f32({2, 1}, {1, 10})})) == "float[1] 43");
  CHECK(show(matmul().run({f32({2, 1}, {3, 4}), f32({2}, {1, 10})})) == "float[2, 2] 3 30 4 40");
  CHECK(show(matmul().run({f32({2, 0}, {}), f32({0, 2}, {})})) == "float[2, 2] 0 0 0 0");
  CHECK(show(matmul().run({i8({1, 2}, {100, 28}), i8({2, 1}, {1, 1})})) == "int8[1, 1] -128");
}

TEST_CASE("thinker's MatMul has no batches") {
  CHECK(matmul().error({f32({2, 1, 2}, {1, 2, 3, 4}), f32({2, 2, 1}, {1, 2, 3, 4})}) ==
        "InvalidInput: thinker.MatMul-13 (output 'y0'): A of shape [2, 1, 2] has 2 columns where B "
        "of shape [2, 2, 1] has 4 rows");
  CHECK(matmul().error({f32({}, {1}), f32({1}, {1})}) ==
        "InvalidInput: thinker.MatMul-13 (output 'y0'): A and B have at least one axis each");
}

}  // namespace etalon::test::standard_matrix_test
