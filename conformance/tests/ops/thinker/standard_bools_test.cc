#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::standard_bools_test {
namespace {}  // namespace

TEST_CASE("thinker's logic takes any int8 but 0 for true and gives 1 and 0") {
  const Tensor lhs = i8({4}, {0, 0, -128, 7});
  const Tensor rhs = i8({4}, {0, 2, 0, 1});
  CHECK(show(thinker("And", 13).run({lhs, rhs})) == "int8[4] 0 0 0 1");
  CHECK(show(thinker("Or", 7).run({lhs, rhs})) == "int8[4] 0 1 1 1");
  CHECK(show(thinker("Xor", 7).run({lhs, rhs})) == "int8[4] 0 1 1 0");
  CHECK(show(thinker("Not", 1).run({lhs})) == "int8[4] 1 1 0 0");
  CHECK(show(thinker("And", 13).run({lhs, i8({}, {1})})) == "int8[4] 0 0 1 1");
  CHECK(thinker("And", 13).error({lhs, i8({3}, {1, 1, 1})}) ==
        "InvalidInput: thinker.And-13 (output 'y0'): the shapes [4] and [3] do not broadcast");
}

TEST_CASE("thinker's comparisons give int8") {
  const Tensor lhs = f32({3}, {1, 2, NAN});
  const Tensor rhs = f32({3}, {1, 1, NAN});
  CHECK(show(thinker("Equal", 13).run({lhs, rhs})) == "int8[3] 1 0 0");
  CHECK(show(thinker("Greater", 13).run({lhs, rhs})) == "int8[3] 0 1 0");
  CHECK(show(thinker("GreaterOrEqual", 12).run({lhs, rhs})) == "int8[3] 1 1 0");
  CHECK(show(thinker("Less", 13).run({rhs, lhs})) == "int8[3] 0 1 0");
  CHECK(show(thinker("LessOrEqual", 12).run({lhs, rhs})) == "int8[3] 1 0 0");
  CHECK(show(thinker("Less", 13).run({i8({}, {-128}), i8({}, {127})})) == "int8[] 1");
}

TEST_CASE("thinker's IsNaN and IsInf give int8") {
  const Tensor X = f32({4}, {NAN, INFINITY, -INFINITY, 0});
  CHECK(show(thinker("IsNaN", 13).run({X})) == "int8[4] 1 0 0 0");
  CHECK(show(thinker("IsInf", 10).run({X})) == "int8[4] 0 1 1 0");
  CHECK(show(thinker("IsInf", 10).set("detect_negative", 0).run({X})) == "int8[4] 0 1 0 0");
}

TEST_CASE("thinker's Compress and Where take integers for conditions") {
  const Tensor X = i64({3}, {1, 2, 3});
  CHECK(show(thinker("Compress", 11).run({X, i8({2}, {0, -1})})) == "int64[1] 2");
  CHECK(show(thinker("Where", 9).run({i64({3}, {256, 0, -1}), X, i64({}, {9})})) ==
        "int64[3] 1 9 3");
  CHECK(thinker("Where", 9).error({tensor(DType::boolean, {}, {1}), X, X}) ==
        "InvalidInput: thinker.Where-9 (output 'y0'): input 'condition' is a tensor(bool), which "
        "its type tensor(int64) does not admit");
}

TEST_CASE("thinker's Dropout has an int8 mask") {
  const Tensor data = f32({2}, {1, -2});
  const Values outputs = thinker("Dropout", 13).outputs(2).run_all({data});
  CHECK(show(outputs[0]) == "float[2] 1 -2");
  CHECK(show(outputs[1]) == "int8[2] 1 1");
  const Values trained =
      thinker("Dropout", 13).outputs(2).run_all({data, f32({}, {0}), i8({}, {1})});
  CHECK(show(trained[0]) == "float[2] 1 -2");
  CHECK(show(trained[1]) == "int8[2] 1 1");
}

TEST_CASE("thinker's Cast and EyeLike write bools as int8 and refuse types that are not listed") {
  const Tensor X = f32({2, 2}, {0, -0.5, NAN, 3});
  CHECK(show(thinker("Cast", 13).set("to", 9).run({X})) == "int8[2, 2] 0 1 1 1");
  CHECK(show(thinker("Cast", 13).set("to", 10).run({f32({1}, {1.0 / 3})})) == "float16[1] 0.3333");
  CHECK(thinker("Cast", 13).set("to", 16).error({X}) ==
        "InvalidInput: thinker.Cast-13 (output 'y0'): the output cannot have the element type "
        "bfloat16");
  CHECK(show(thinker("EyeLike", 9).set("dtype", 9).run({X})) == "int8[2, 2] 1 0 0 1");
  CHECK(show(thinker("EyeLike", 9).set("k", 1).run({i8({2, 2}, {9, 9, 9, 9})})) ==
        "int8[2, 2] 0 1 0 0");
}

}  // namespace etalon::test::standard_bools_test
