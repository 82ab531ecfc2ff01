#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_max_test {

TEST_CASE("ReduceMax of an empty set gives its neutral element") {
  CHECK(
      show(OneNode("ReduceMax", 11).set("axes", std::vector<int64_t>{1}).run({f32({2, 0}, {})})) ==
      "float[2, 1] -inf -inf");
}

TEST_CASE("ReduceMax of an empty set gives the type's own least value") {
  const auto reduced = [](DType type) {
    return show(OneNode("ReduceMax", 20).set("keepdims", 0).run({tensor(type, {0}, {})}));
  };
  CHECK(reduced(DType::int8) == "int8[] -128");
  CHECK(reduced(DType::int32) == "int32[] -2147483648");
  CHECK(reduced(DType::uint8) == "uint8[] 0");
  CHECK(reduced(DType::boolean) == "bool[] false");
  CHECK(reduced(DType::float16) == "float16[] -inf");
}

TEST_CASE("ReduceMax-20 orders false before true") {
  const Tensor x = tensor(DType::boolean, {2, 2}, {1, 0, 0, 0});
  CHECK(show(OneNode("ReduceMax", 20).run({x, i64({1}, {1})})) == "bool[2, 1] true false");
}

TEST_CASE("ReduceMax compares 64-bit integers exactly") {
  const Tensor x = i64({2}, {INT64_MAX, INT64_MAX - 1});
  CHECK(show(OneNode("ReduceMax", 18).run({x})) == "int64[1] 9223372036854775807");
  const Tensor y = integers(DType::uint64, {2}, {-1, 1});
  CHECK(show(OneNode("ReduceMax", 18).run({y})) == "uint64[1] 18446744073709551615");
}

}  // namespace etalon::test::reduce_max_test
