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
    CHECK(show(OneNode("Gemm", opset).run({A, B, f32({2, 2}, {1, 2, 3, 4})})) ==
          "float[2, 2] 5 7 13 15");
    CHECK(show(OneNode("Gemm", opset).set("broadcast", 1).run({A, B, C})) ==
          "float[2, 2] 104 205 110 211");
    CHECK(OneNode("Gemm", opset)
              .error({A, B, C})
              .ends_with("C's shape is [2] where Y's is [2, 2] and broadcast is 0"));
  }
}

TEST_CASE("Gemm-7 broadcasts C to Y, never Y to C") {
  const auto gemm = [](const Tensor& C) { return show(OneNode("Gemm", 7).run({A, B, C})); };
  CHECK(gemm(f32({}, {1})) == "float[2, 2] 5 6 11 12");
  CHECK(gemm(f32({1}, {1})) == "float[2, 2] 5 6 11 12");
  CHECK(gemm(f32({2, 1}, {1, 2})) == "float[2, 2] 5 6 12 13");
  CHECK(gemm(f32({1, 2}, {1, 2})) == "float[2, 2] 5 7 11 13");
  CHECK(OneNode("Gemm", 7)
            .error({A, B, f32({1, 2, 2}, {1, 2, 3, 4})})
            .ends_with("[1, 2, 2] does not broadcast to [2, 2]"));
}

TEST_CASE("Gemm scales and transposes") {
  const Tensor At = f32({3, 2}, {1, 4, 2, 5, 3, 6});
  const Tensor Bt = f32({2, 3}, {1, 0, 1, 0, 1, 1});
  CHECK(show(OneNode("Gemm", 13)
                 .set("transA", 1)
                 .set("transB", 1)
                 .set("alpha", 0.5)
                 .set("beta", 2.0)
                 .run({At, Bt, f32({2}, {1, 2})})) == "float[2, 2] 4 6.5 7 9.5");
}

TEST_CASE("Gemm-11 takes an absent C for 0") {
  CHECK(show(OneNode("Gemm", 11).run({A, B})) == "float[2, 2] 4 5 10 11");
  CHECK(show(OneNode("Gemm", 13).set("beta", 3.0).run({A, B, Value()})) == "float[2, 2] 4 5 10 11");
}

TEST_CASE("Gemm-9 wraps integers") {
  const Tensor a = tensor(DType::int32, {1, 2}, {2147483647, 1});
  const Tensor b = tensor(DType::int32, {2, 1}, {1, 1});
  const Tensor c = tensor(DType::int32, {1}, {5});
  CHECK(show(OneNode("Gemm", 9).run({a, b, c})) == "int32[1, 1] -2147483643");
  const Tensor u = tensor(DType::uint64, {1, 1}, {3});
  CHECK(show(OneNode("Gemm", 11).set("alpha", -1.0).run({u, u})) ==
        "uint64[1, 1] 18446744073709551607");
  CHECK(OneNode("Gemm", 11).set("alpha", 0.5).error({u, u}) ==
        "Unspecified: Gemm-11 (output 'y0'): alpha is 0.5, not an integer, where A, B and C are "
        "integers");
}

TEST_CASE("Gemm of no inner elements is beta · C") {
  CHECK(show(OneNode("Gemm", 13).run({f32({1, 0}, {}), f32({0, 2}, {}), f32({2}, {1, 2})})) ==
        "float[1, 2] 1 2");
  CHECK(show(OneNode("Gemm", 13).run({f32({0, 1}, {}), f32({1, 2}, {1, 2})})) == "float[0, 2]");
}

TEST_CASE("Gemm of doubles keeps what A · B and C cancel to") {
  // (1 + 2^-52)² - (1 + 2^-51) = 2^-104, by hand.
  const double x = 1 + 0x1p-52;
  const Tensor a = tensor(DType::float64, {1, 1}, {x});
  const Tensor c = tensor(DType::float64, {}, {-(1 + 0x1p-51)});
  CHECK(near(OneNode("Gemm", 13).run({a, a, c}), tensor(DType::float64, {1, 1}, {0x1p-104}), 0));
}

TEST_CASE("Gemm keeps NaN and infinities, also where beta is 0") {
  const Tensor one = f32({1, 1}, {1});
  CHECK(show(OneNode("Gemm", 13).set("beta", 0.0).run({one, one, f32({1}, {NAN})})) ==
        "float[1, 1] nan");
  CHECK(show(OneNode("Gemm", 13).run({one, f32({1, 1}, {INFINITY}), one})) == "float[1, 1] inf");
}

TEST_CASE("Gemm refuses inputs that are not matching matrices") {
  CHECK(OneNode("Gemm", 13).error({f32({2}, {1, 2}), B}) ==
        "InvalidInput: Gemm-13 (output 'y0'): A has rank 1, not 2");
  CHECK(OneNode("Gemm", 13).error({A, A}) ==
        "InvalidInput: Gemm-13 (output 'y0'): A of shape [2, 3] and B of shape [2, 3] do not "
        "fit a matrix product");
}

}  // namespace etalon::test::gemm_test
