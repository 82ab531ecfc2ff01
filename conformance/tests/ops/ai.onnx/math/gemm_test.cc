#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gemm_test {
namespace {

const Tensor A = f32({2, 3}, {1, 2, 3, 4, 5, 6});
const Tensor B = f32({3, 2}, {1, 0, 0, 1, 1, 1});
// A · B = [[4, 5], [10, 11]]

}  // namespace

TEST_CASE("Gemm-1 and Gemm-6 want C in Y's shape unless broadcast is 1") {
  const Tensor C = f32({2}, {100, 200});
  for (const int64_t opset : {1, 6}) {
    CHECK(OneNode("Gemm", opset)
              .error({A, B, C})
              .ends_with("C's shape is [2] where Y's is [2, 2] and broadcast is 0"));
  }
}

TEST_CASE("Gemm-7 broadcasts C to Y; never Y to C") {
  CHECK(OneNode("Gemm", 7)
            .error({A, B, f32({1, 2, 2}, {1, 2, 3, 4})})
            .ends_with("[1, 2, 2] does not broadcast to [2, 2]"));
}

TEST_CASE("Gemm-9 wraps integers") {
  const Tensor u = tensor(DType::uint64, {1, 1}, {3});
  CHECK(OneNode("Gemm", 11).set("alpha", 0.5).error({u, u}) ==
        "Unspecified: Gemm-11 (output 'y0'): alpha is 0.5, not an integer, where A, B and C are "
        "integers");
}

TEST_CASE("Gemm of doubles keeps what A · B and C cancel to") {
  // (1 + 2^-52)² - (1 + 2^-51) = 2^-104, by hand.
  const double x = 1 + 0x1p-52;
  const Tensor a = tensor(DType::float64, {1, 1}, {x});
  const Tensor c = tensor(DType::float64, {}, {-(1 + 0x1p-51)});
  CHECK(near(OneNode("Gemm", 13).run({a, a, c}), tensor(DType::float64, {1, 1}, {0x1p-104}), 0));
}

TEST_CASE("Gemm refuses inputs that are not matching matrices") {
  CHECK(OneNode("Gemm", 13).error({f32({2}, {1, 2}), B}) ==
        "InvalidInput: Gemm-13 (output 'y0'): A has rank 1, not 2");
  CHECK(OneNode("Gemm", 13).error({A, A}) ==
        "InvalidInput: Gemm-13 (output 'y0'): A of shape [2, 3] and B of shape [2, 3] do not "
        "fit a matrix product");
}

}  // namespace etalon::test::gemm_test
