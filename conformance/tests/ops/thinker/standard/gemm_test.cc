#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_gemm_test {
namespace {

OneNode gemm() { return thinker("Gemm", 13); }

}  // namespace

TEST_CASE("thinker's Gemm transposes B unless told not to") {
  const Tensor A = f32({1, 2}, {1, 2});
  const Tensor B = f32({2, 2}, {3, 4, 5, 6});
  CHECK(show(gemm().run({A, B})) == "float[1, 2] 11 17");
  CHECK(show(gemm().set("transB", 0).run({A, B})) == "float[1, 2] 13 16");
  CHECK(show(gemm().set("alpha", 0.5).run({A, B})) == "float[1, 2] 5.5 8.5");
  CHECK(show(gemm().run({f32({0, 2}, {}), B})) == "float[0, 2]");
  CHECK(gemm().error({A, f32({2, 1}, {1, 1})}) ==
        "InvalidInput: thinker.Gemm-13 (output 'y0'): A of shape [1, 2] and B of shape [2, 1], "
        "transposed, do "
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

}  // namespace etalon::test::thinker_gemm_test
