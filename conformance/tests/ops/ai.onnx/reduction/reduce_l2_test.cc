#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_l2_test {

TEST_CASE("ReduceL2 of an empty set gives its neutral element") {
  CHECK(show(OneNode("ReduceL2", 11).set("axes", std::vector<int64_t>{1}).run({f32({2, 0}, {})})) ==
        "float[2, 1] 0 0");
}

TEST_CASE("ReduceL2 of integers truncates") {
  CHECK(show(OneNode("ReduceL2", 18).run({i64({2}, {3, 4})})) == "int64[1] 5");
  CHECK(show(OneNode("ReduceL2", 18).run({i64({2}, {3, -5})})) == "int64[1] 5");  // √34 = 5.8…
  // √2 · 2³¹ is beyond int32.
  CHECK(
      OneNode("ReduceL2", 18).error({tensor(DType::int32, {2}, {-2147483648.0, -2147483648.0})}) ==
      "Unspecified: ReduceL2-18 (output 'y0'): a result is NaN or outside the range of "
      "tensor(int32)");
}

TEST_CASE("ReduceL2 neither overflows nor underflows where the norm does not") {
  const auto l2 = [](const std::vector<double>& x) {
    return show(OneNode("ReduceL2", 18).run({tensor(DType::float64, {2}, x)}));
  };
  CHECK(l2({3e300, 4e300}) == "double[1] 5e+300");
  CHECK(l2({0x3p-900, 0x4p-900}) == fmt::format("double[1] {}", 0x5p-900));
  CHECK(show(OneNode("ReduceL2", 18).run({f32({2}, {3e30, 4e30})})) == "float[1] 5e+30");
}

}  // namespace etalon::test::reduce_l2_test
