#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::standard_integers_test {
namespace {}  // namespace

TEST_CASE("thinker's int8 arithmetic wraps like ONNX's integers") {
  const Tensor lhs = i8({3}, {100, -128, -7});
  const Tensor rhs = i8({3}, {100, -1, 2});
  CHECK(show(thinker("Add", 13).run({lhs, rhs})) == "int8[3] -56 127 -5");
  CHECK(show(thinker("Sub", 13).run({lhs, rhs})) == "int8[3] 0 -127 -9");
  CHECK(show(thinker("Mul", 13).run({lhs, rhs})) == "int8[3] 16 -128 -14");
  CHECK(show(thinker("Div", 13).run({lhs, rhs})) == "int8[3] 1 -128 -3");
  CHECK(show(thinker("Neg", 13).run({lhs})) == "int8[3] -100 -128 7");
  CHECK(show(thinker("Mod", 13).run({lhs, rhs})) == "int8[3] 0 0 1");
  CHECK(show(thinker("Mod", 13).set("fmod", 1).run({lhs, rhs})) == "int8[3] 0 0 -1");
}

TEST_CASE("thinker's Sum of integers wraps, and Mean rounds up from the half") {
  const std::vector<Value> data = {i8({2}, {100, -100}), i8({2}, {100, -99}), i8({}, {0})};
  CHECK(show(thinker("Sum", 13).run({data[0], data[1]})) == "int8[2] -56 57");
  CHECK(show(thinker("Mean", 13).run({data[0], data[1]})) == "int8[2] 100 -99");
  CHECK(show(thinker("Mean", 13).run({i8({2}, {1, -1}), i8({1}, {2})})) == "int8[2] 2 1");
  CHECK(show(thinker("Mean", 13).run({i8({2}, {-1, -3}), i8({1}, {-2})})) == "int8[2] -1 -2");
  const int64_t big = (int64_t{1} << 61) + 1;
  CHECK(show(thinker("Mean", 13).run({i64({1}, {big}), i64({1}, {big}), i64({1}, {big})})) ==
        "int64[1] 2305843009213693953");
  CHECK(show(thinker("Mean", 13).run({f32({1}, {1}), f32({1}, {2})})) == "float[1] 1.5");
  CHECK(show(thinker("Sum", 13).run({f32({0}, {}), f32({1}, {2})})) == "float[0]");
}

TEST_CASE("thinker's Erf of integers rounds to -1, 0 and 1") {
  CHECK(show(thinker("Erf", 13).run({i8({4}, {-128, -1, 0, 1})})) == "int8[4] -1 -1 0 1");
  CHECK(show(thinker("Erf", 13).run({tensor(DType::uint64, {2}, {0, 5})})) == "uint64[2] 0 1");
  CHECK(show(thinker("Erf", 13).run({i64({1}, {INT64_MIN})})) == "int64[1] -1");
}

TEST_CASE("thinker's global pools take int8") {
  const Tensor X = i8({1, 2, 1, 2}, {1, 2, -1, -2});
  CHECK(show(thinker("GlobalAveragePool", 1).run({X})) == "int8[1, 2, 1, 1] 2 -1");
  CHECK(show(thinker("GlobalMaxPool", 1).run({X})) == "int8[1, 2, 1, 1] 2 -1");
  // √(1 + 4) = 2.24, and Σ|x| = 3
  CHECK(show(thinker("GlobalLpPool", 1).run({X})) == "int8[1, 2, 1, 1] 2 2");
  CHECK(show(thinker("GlobalLpPool", 1).set("p", 1).run({X})) == "int8[1, 2, 1, 1] 3 3");
  CHECK(show(thinker("GlobalLpPool", 1).run({i8({1, 1, 2}, {-100, 100})})) == "int8[1, 1, 1] 127");
}

TEST_CASE("thinker's reductions take axes as an attribute and int8") {
  const Tensor data = i8({2, 2}, {100, 100, -3, 2});
  CHECK(show(thinker("ReduceSum", 13).run({data})) == "int8[1, 1] -57");
  CHECK(show(thinker("ReduceSum", 13).set("axes", std::vector<int64_t>{-1}).run({data})) ==
        "int8[2, 1] -56 -1");
  CHECK(show(thinker("ReduceMax", 13)
                 .set("axes", std::vector<int64_t>{0})
                 .set("keepdims", 0)
                 .run({data})) == "int8[2] 100 100");
  CHECK(show(thinker("ReduceL1", 13)
                 .set("axes", std::vector<int64_t>{1})
                 .run({i8({1, 2}, {-3, 2})})) == "int8[1, 1] 5");
  CHECK(thinker("ReduceSum", 13)
            .set("axes", std::vector<int64_t>{2})
            .error({data})
            .starts_with("InvalidInput: thinker.ReduceSum-13 (output 'y0'): "));
}

TEST_CASE("thinker refuses the types that its document does not list") {
  const Tensor f16 = tensor(DType::float16, {1, 1, 1, 1}, {1});
  const Tensor i32 = tensor(DType::int32, {1, 1, 1, 1}, {1});
  const auto refused = [](const OneNode& node, const Values& inputs) {
    return node.error(inputs).find("does not admit") != std::string::npos;
  };
  CHECK(refused(thinker("Add", 13), {i32, i32}));
  CHECK(refused(thinker("Relu", 14), {i8({1}, {1})}));
  CHECK(refused(thinker("Relu", 14), {f16}));
  CHECK(refused(thinker("Conv", 11), {i32, i32}));
  CHECK(refused(thinker("Tile", 13), {i32, i64({4}, {1, 1, 1, 1})}));
  CHECK(refused(thinker("Slice", 13), {i32, i64({1}, {0}), i64({1}, {1})}));
  CHECK(refused(thinker("CumSum", 14), {i64({1}, {1}), tensor(DType::int32, {}, {0})}));
  CHECK(refused(thinker("Neg", 13), {tensor(DType::uint8, {1}, {1})}));
  CHECK(refused(thinker("Not", 1), {tensor(DType::boolean, {1}, {1})}));
}

}  // namespace etalon::test::standard_integers_test
