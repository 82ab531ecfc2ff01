#include "conformance/tests/ops/one_node.h"

namespace etalon::test::mul_test {

TEST_CASE("Mul before 7 aligns B with A from `axis`") {
  const Tensor A = f32({2, 2, 1}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {10, 20});
  for (const int opset : {1, 6}) {
    const auto with_axis = [&](int axis) {
      return show(OneNode("Mul", opset).set("broadcast", 1).set("axis", axis).run({A, B}));
    };
    CHECK(with_axis(0) == "float[2, 2, 1] 10 20 60 80");
    CHECK(with_axis(1) == "float[2, 2, 1] 10 40 30 80");
  }
}

TEST_CASE("Mul before 7 aligns B with A's last axes by default") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {10, 20});
  CHECK(show(OneNode("Mul", 6).set("broadcast", 1).run({A, B})) == "float[2, 2] 10 40 30 80");
  CHECK(OneNode("Mul", 6).error({A, B}) ==
        "InvalidInput: Mul-6 (output 'y0'): the shapes [2, 2] and [2] differ and broadcast is 0");
}

TEST_CASE("Mul from 7 on broadcasts both ways") {
  const Tensor A = f32({2, 1}, {1, 2});
  const Tensor B = f32({3}, {10, 20, 30});
  for (const int opset : {7, 13, 14}) {
    CHECK(show(OneNode("Mul", opset).run({A, B})) == "float[2, 3] 10 20 30 20 40 60");
  }
  CHECK(show(OneNode("Mul", 7).run({f32({1, 0}, {}), f32({3, 1}, {1, 2, 3})})) == "float[3, 0]");
}

TEST_CASE("Mul-14 wraps integers") {
  CHECK(show(OneNode("Mul", 14).run({tensor(DType::uint8, {2}, {16, 255}),
                                     tensor(DType::uint8, {2}, {17, 255})})) == "uint8[2] 16 1");
  CHECK(show(OneNode("Mul", 14).run(
            {tensor(DType::int8, {1}, {-128}), tensor(DType::int8, {1}, {-1})})) == "int8[1] -128");
  CHECK(show(OneNode("Mul", 14).run({integers(DType::uint64, {1}, {-1}),
                                     integers(DType::uint64, {1}, {-1})})) == "uint64[1] 1");
}

TEST_CASE("Mul follows IEEE 754 and rounds once") {
  CHECK(show(OneNode("Mul", 14).run(
            {f32({3}, {INFINITY, -0.0, 1e-30}), f32({3}, {0, 5, 1e-30})})) == "float[3] nan -0 0");
  CHECK(show(OneNode("Mul", 14).run({tensor(DType::float16, {1}, {256}),
                                     tensor(DType::float16, {1}, {256})})) == "float16[1] inf");
}

}  // namespace etalon::test::mul_test
