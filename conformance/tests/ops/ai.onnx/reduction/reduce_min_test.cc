#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_min_test {

TEST_CASE("ReduceMin of an empty set gives its neutral element") {
  CHECK(
      show(OneNode("ReduceMin", 11).set("axes", std::vector<int64_t>{1}).run({f32({2, 0}, {})})) ==
      "float[2, 1] inf inf");
}

TEST_CASE("ReduceMin of an empty set gives the type's own greatest value") {
  const auto reduced = [](DType type) {
    return show(OneNode("ReduceMin", 20).set("keepdims", 0).run({tensor(type, {0}, {})}));
  };
  CHECK(reduced(DType::int8) == "int8[] 127");
  CHECK(reduced(DType::int64) == "int64[] 9223372036854775807");
  CHECK(reduced(DType::uint8) == "uint8[] 255");
  CHECK(reduced(DType::uint64) == "uint64[] 18446744073709551615");
  CHECK(reduced(DType::boolean) == "bool[] true");
}

TEST_CASE("ReduceMin-20 orders false before true") {
  const Tensor x = tensor(DType::boolean, {2, 2}, {1, 0, 0, 0});
  CHECK(show(OneNode("ReduceMin", 20).run({x, i64({1}, {1})})) == "bool[2, 1] false false");
}

TEST_CASE("ReduceMin compares 64-bit integers exactly") {
  const Tensor x = i64({2}, {INT64_MAX, INT64_MAX - 1});
  CHECK(show(OneNode("ReduceMin", 18).run({x})) == "int64[1] 9223372036854775806");
  CHECK(show(OneNode("ReduceMin", 12).run({tensor(DType::int8, {2}, {-128, 127})})) ==
        "int8[1] -128");
}

}  // namespace etalon::test::reduce_min_test
