#include "conformance/tests/ops/one_node.h"

namespace etalon::test::is_inf_test {

TEST_CASE("IsInf detects both infinities or one of them or none") {
  const Tensor X = f32({5}, {INFINITY, -INFINITY, NAN, 3.4e38, 0});
  for (const int opset : {10, 20}) {
    CHECK(show(OneNode("IsInf", opset).run({X})) == "bool[5] true true false false false");
    CHECK(show(OneNode("IsInf", opset).set("detect_negative", 0).run({X})) ==
          "bool[5] true false false false false");
    CHECK(show(OneNode("IsInf", opset).set("detect_positive", 0).run({X})) ==
          "bool[5] false true false false false");
    CHECK(
        show(
            OneNode("IsInf", opset).set("detect_positive", 0).set("detect_negative", 0).run({X})) ==
        "bool[5] false false false false false");
  }
}

TEST_CASE("IsInf-20 takes narrow floats; of which E4M3FN has no infinity") {
  CHECK(show(OneNode("IsInf", 20).run({tensor(DType::float16, {2}, {65504, INFINITY})})) ==
        "bool[2] false true");
  CHECK(show(OneNode("IsInf", 20).run({tensor(DType::float8e4m3fn, {2}, {448, NAN})})) ==
        "bool[2] false false");
  Tensor e5m2 = Tensor::zeros(DType::float8e5m2, {2});
  e5m2.mutable_slots<uint8_t>()[0] = 0xfc;  // -inf
  CHECK(show(OneNode("IsInf", 20).run({e5m2})) == "bool[2] true false");
  CHECK(OneNode("IsInf", 10).error({tensor(DType::float16, {1}, {1})}).starts_with("InvalidInput"));
}

TEST_CASE("IsInf keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("IsInf", 20).run({f32({}, {-INFINITY})})) == "bool[] true");
  CHECK(show(OneNode("IsInf", 20).run({f32({0, 2}, {})})) == "bool[0, 2]");
}

}  // namespace etalon::test::is_inf_test
