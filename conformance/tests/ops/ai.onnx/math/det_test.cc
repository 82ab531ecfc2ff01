#include "conformance/tests/ops/one_node.h"

namespace etalon::test::det_test {

TEST_CASE("Det keeps what cancels") {
  // (1 + 2^-52)² - (1 + 2^-51) = 2^-104, by hand.
  const double x = 1 + 0x1p-52;
  CHECK(near(OneNode("Det", 11).run({tensor(DType::float64, {2, 2}, {x, 1 + 0x1p-51, 1, x})}),
             tensor(DType::float64, {}, {0x1p-104}), 0));
}

TEST_CASE("Det refuses matrices that are not square") {
  CHECK(OneNode("Det", 11).error({f32({1, 2}, {1, 2})}) ==
        "InvalidInput: Det-11 (output 'y0'): X of shape [1, 2] holds no square matrices");
  CHECK(OneNode("Det", 11).error({f32({1}, {1})}) ==
        "InvalidInput: Det-11 (output 'y0'): X of shape [1] holds no square matrices");
}

TEST_CASE("Det of a singular matrix is exactly 0 however it is eliminated") {
  // The second row is three times the first.
  for (const DType type : {DType::float32, DType::float64, DType::float16}) {
    const Value Y = OneNode("Det", 11).run({tensor(type, {3, 3}, {3, 7, 1, 9, 21, 3, 2, 5, 11})});
    CHECK(show(Y).ends_with("[] 0"));
  }
}

TEST_CASE("Det needs no pivot within the range of the type") {
  constexpr size_t M = 18;
  std::vector<double> diagonal(M * M, 0);
  for (size_t i = 0; i < M; ++i) diagonal[i * M + i] = i < M / 2 ? 1e38 : 1e-38;
  // Python's fractions: the product of the float32 values.
  CHECK(near(OneNode("Det", 11).run({f32({M, M}, diagonal)}), f32({}, {0x1.ffffe2p-1}), 0));
}

}  // namespace etalon::test::det_test
