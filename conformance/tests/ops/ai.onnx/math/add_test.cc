#include "conformance/tests/ops/one_node.h"

namespace etalon::test::add_test {

TEST_CASE("Add-6 without broadcast requires equal shapes") {
  const Tensor A = f32({2}, {1, 2});
  CHECK(show(OneNode("Add", 6).run({A, f32({2}, {10, 20})})) == "float[2] 11 22");
  CHECK(OneNode("Add", 6).error({A, f32({1}, {10})}) ==
        "InvalidInput: Add-6 (output 'y0'): the shapes [2] and [1] differ and broadcast is 0");
}

TEST_CASE("Add-6 aligns B with A's axes from `axis`") {
  const Tensor A = f32({2, 3, 1}, {0, 1, 2, 3, 4, 5});
  const Tensor B = f32({3}, {10, 20, 30});
  CHECK(show(OneNode("Add", 6).set("broadcast", 1).set("axis", 1).run({A, B})) ==
        "float[2, 3, 1] 10 21 32 13 24 35");
}

TEST_CASE("Add-1 aligns B with A's last axes by default") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("Add", 1).set("broadcast", 1).run({A, f32({2}, {10, 20})})) ==
        "float[2, 2] 11 22 13 24");
  CHECK(show(OneNode("Add", 1).set("broadcast", 1).run({A, f32({}, {10})})) ==
        "float[2, 2] 11 12 13 14");
}

TEST_CASE("Add-7 broadcasts both ways") {
  CHECK(show(OneNode("Add", 7).run({f32({2, 1}, {1, 2}), f32({1, 3}, {10, 20, 30})})) ==
        "float[2, 3] 11 21 31 12 22 32");
  CHECK(show(OneNode("Add", 7).run({f32({}, {1}), f32({}, {2})})) == "float[] 3");
  CHECK(show(OneNode("Add", 7).run({f32({0, 2}, {}), f32({2}, {1, 2})})) == "float[0, 2]");
  CHECK(OneNode("Add", 7).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: Add-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("Add-14 wraps integers and rounds floats once") {
  CHECK(show(OneNode("Add", 14).run(
            {tensor(DType::int8, {1}, {127}), tensor(DType::int8, {1}, {1})})) == "int8[1] -128");
  CHECK(show(OneNode("Add", 14).run(
            {tensor(DType::uint8, {1}, {255}), tensor(DType::uint8, {1}, {1})})) == "uint8[1] 0");
  CHECK(show(OneNode("Add", 14).run({i64({1}, {INT64_MAX}), i64({1}, {1})})) ==
        "int64[1] -9223372036854775808");
  CHECK(show(OneNode("Add", 14).run({f32({2}, {16777216, -0.0}), f32({2}, {1, -0.0})})) ==
        "float[2] 16777216 -0");
  CHECK(show(OneNode("Add", 14).run({tensor(DType::float16, {1}, {65504}),
                                     tensor(DType::float16, {1}, {16})})) == "float16[1] inf");
  CHECK(show(OneNode("Add", 14).run({f32({2}, {INFINITY, INFINITY}), f32({2}, {-INFINITY, 1})})) ==
        "float[2] nan inf");
}

}  // namespace etalon::test::add_test
