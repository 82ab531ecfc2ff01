#include <limits>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_test {
namespace {

const std::vector<std::string> all_reductions = {
    "ReduceL1",   "ReduceL2",  "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
    "ReduceMean", "ReduceMin", "ReduceProd",   "ReduceSum",       "ReduceSumSquare"};

// The first opset at which the axes are an input.
int64_t axes_input(const std::string& op_type) { return op_type == "ReduceSum" ? 13 : 18; }

}  // namespace

TEST_CASE("Reductions before the axes became an input take them as an attribute, all by default") {
  const Tensor x = f32({2, 2}, {1, 2, 3, 4});
  for (const int64_t opset : {1, 11, 12}) {
    CHECK(show(OneNode("ReduceSum", opset).set("axes", std::vector<int64_t>{0}).run({x})) ==
          "float[1, 2] 4 6");
    CHECK(show(OneNode("ReduceSum", opset).run({x})) == "float[1, 1] 10");
    CHECK(show(OneNode("ReduceSum", opset).set("keepdims", 0).run({x})) == "float[] 10");
  }
  CHECK(show(OneNode("ReduceMax", 13)
                 .set("axes", std::vector<int64_t>{-1})
                 .set("keepdims", 0)
                 .run({x})) == "float[2] 2 4");
}

TEST_CASE("Reductions whose axes are an input reduce all axes when these are absent or empty") {
  const Tensor x = f32({2, 2}, {1, 2, 3, 4});
  for (const std::string& op_type : all_reductions) {
    const int64_t opset = axes_input(op_type);
    const Tensor absent = OneNode(op_type, opset).run({x}).tensor();
    const Tensor empty = OneNode(op_type, opset).run({x, i64({0}, {})}).tensor();
    CHECK(absent.shape() == Shape{1, 1});
    CHECK(identical(absent, empty));
    CHECK(OneNode(op_type, opset).set("keepdims", 0).run({x, i64({1}, {1})}).tensor().shape() ==
          Shape{2});
  }
}

TEST_CASE("Reductions over several axes keep the order of the others") {
  const Tensor x = f32({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(show(OneNode("ReduceSum", 13).run({x, i64({2}, {0, -1})})) == "float[1, 2, 1] 14 22");
  CHECK(show(OneNode("ReduceSum", 13).set("keepdims", 0).run({x, i64({2}, {2, 0})})) ==
        "float[2] 14 22");
}

// "Reduction over an empty set of axes means that the reduction step behaves like a no-op, but
// composite-reduction operators will still perform the non-reduction steps as needed."
TEST_CASE("noop_with_empty_axes leaves out the reduction, not what surrounds it") {
  const Tensor x = f32({2}, {-2, 3});
  const auto noop = [&](const std::string& op_type, const Tensor& data) {
    return OneNode(op_type, axes_input(op_type)).set("noop_with_empty_axes", 1).run({data});
  };
  for (const char* op_type : {"ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum"}) {
    CHECK(show(noop(op_type, x)) == "float[2] -2 3");
  }
  CHECK(show(noop("ReduceL1", x)) == "float[2] 2 3");
  CHECK(show(noop("ReduceL2", x)) == "float[2] 2 3");
  CHECK(show(noop("ReduceSumSquare", x)) == "float[2] 4 9");
  CHECK(show(noop("ReduceLogSum", f32({2}, {1, INFINITY}))) == "float[2] 0 inf");
  CHECK(show(noop("ReduceLogSumExp", x)) == "float[2] -2 3");
  CHECK(show(OneNode("ReduceSum", 13)
                 .set("noop_with_empty_axes", 1)
                 .set("keepdims", 0)
                 .run({x, i64({0}, {})})) == "float[2] -2 3");
  CHECK(show(OneNode("ReduceSum", 13).set("noop_with_empty_axes", 1).run({x, i64({1}, {0})})) ==
        "float[1] 1");
}

TEST_CASE("Reductions of an empty set give the neutral element") {
  const auto reduced = [](const char* op_type, const Tensor& x) {
    return show(OneNode(op_type, 11).set("axes", std::vector<int64_t>{1}).run({x}));
  };
  const Tensor x = f32({2, 0}, {});
  for (const char* op_type : {"ReduceSum", "ReduceL1", "ReduceL2", "ReduceSumSquare"}) {
    CHECK(reduced(op_type, x) == "float[2, 1] 0 0");
  }
  CHECK(reduced("ReduceProd", x) == "float[2, 1] 1 1");
  CHECK(reduced("ReduceMax", x) == "float[2, 1] -inf -inf");
  CHECK(reduced("ReduceMin", x) == "float[2, 1] inf inf");
  CHECK(reduced("ReduceLogSum", x) == "float[2, 1] -inf -inf");
  CHECK(reduced("ReduceLogSumExp", x) == "float[2, 1] -inf -inf");
  CHECK(reduced("ReduceSum", f32({0, 2}, {})) == "float[0, 1]");
}

TEST_CASE("ReduceMax and ReduceMin of an empty set give the type's own least and greatest value") {
  const auto reduced = [](const char* op_type, DType type) {
    return show(OneNode(op_type, 20).set("keepdims", 0).run({tensor(type, {0}, {})}));
  };
  CHECK(reduced("ReduceMax", DType::int8) == "int8[] -128");
  CHECK(reduced("ReduceMin", DType::int8) == "int8[] 127");
  CHECK(reduced("ReduceMax", DType::int32) == "int32[] -2147483648");
  CHECK(reduced("ReduceMin", DType::int64) == "int64[] 9223372036854775807");
  CHECK(reduced("ReduceMax", DType::uint8) == "uint8[] 0");
  CHECK(reduced("ReduceMin", DType::uint8) == "uint8[] 255");
  CHECK(reduced("ReduceMin", DType::uint64) == "uint64[] 18446744073709551615");
  CHECK(reduced("ReduceMax", DType::boolean) == "bool[] false");
  CHECK(reduced("ReduceMin", DType::boolean) == "bool[] true");
  CHECK(reduced("ReduceMax", DType::float16) == "float16[] -inf");
}

TEST_CASE("Reductions of what the specification leaves undefined say so") {
  CHECK(OneNode("ReduceMean", 18).error({f32({0}, {})}) ==
        "Unspecified: ReduceMean-18 (output 'y0'): the mean of an empty set is undefined");
  CHECK(show(OneNode("ReduceMean", 18).run({f32({0, 2}, {}), i64({1}, {1})})) == "float[0, 1]");
  CHECK(OneNode("ReduceLogSum", 13).error({i64({0}, {})}) ==
        "Unspecified: ReduceLogSum-13 (output 'y0'): a result is NaN or outside the range of "
        "tensor(int64)");
}

TEST_CASE("ReduceMax-20 and ReduceMin-20 order false before true") {
  const Tensor x = tensor(DType::boolean, {2, 2}, {1, 0, 0, 0});
  CHECK(show(OneNode("ReduceMax", 20).run({x, i64({1}, {1})})) == "bool[2, 1] true false");
  CHECK(show(OneNode("ReduceMin", 20).run({x, i64({1}, {1})})) == "bool[2, 1] false false");
}

TEST_CASE("Reductions propagate NaN, and keep infinities") {
  const Tensor x = f32({3}, {1, NAN, INFINITY});
  for (const std::string& op_type : all_reductions) {
    CHECK(show(OneNode(op_type, 18).set("keepdims", 0).run({x})) == "float[] nan");
  }
  const Tensor y = f32({2}, {-INFINITY, 1});
  CHECK(show(OneNode("ReduceSum", 13).run({y})) == "float[1] -inf");
  CHECK(show(OneNode("ReduceL2", 18).run({y})) == "float[1] inf");
  CHECK(show(OneNode("ReduceLogSumExp", 18).run({y})) == "float[1] 1");
  CHECK(show(OneNode("ReduceLogSumExp", 18).run({f32({2}, {-INFINITY, -INFINITY})})) ==
        "float[1] -inf");
  CHECK(show(OneNode("ReduceLogSumExp", 18).run({f32({2}, {INFINITY, 1})})) == "float[1] inf");
  CHECK(show(OneNode("ReduceSum", 13).run({f32({2}, {-INFINITY, INFINITY})})) == "float[1] nan");
}

TEST_CASE("Reductions accept rank 0") {
  for (const std::string& op_type : all_reductions) {
    CHECK(OneNode(op_type, 18).run({f32({}, {2})}).tensor().shape().empty());
  }
  CHECK(show(OneNode("ReduceSumSquare", 18).run({f32({}, {-3})})) == "float[] 9");
}

TEST_CASE("Reductions refuse axes outside the rank or named twice") {
  CHECK(OneNode("ReduceMin", 18).error({f32({1}, {1}), i64({1}, {1})}) ==
        "InvalidInput: ReduceMin-18 (output 'y0'): axis 1 is outside [-1, 0]");
  CHECK(OneNode("ReduceSum", 13).error({f32({1}, {1}), i64({2}, {0, -1})}) ==
        "InvalidInput: ReduceSum-13 (output 'y0'): axis -1 is named twice");
  CHECK(OneNode("ReduceProd", 1).set("axes", std::vector<int64_t>{0}).error({f32({}, {1})}) ==
        "InvalidInput: ReduceProd-1 (output 'y0'): axis 0 is outside [0, -1]");
}

TEST_CASE("Sums, products and squares of integers wrap") {
  const Tensor x = tensor(DType::int32, {2}, {2147483647, 2});
  CHECK(show(OneNode("ReduceSum", 13).run({x})) == "int32[1] -2147483647");
  CHECK(show(OneNode("ReduceProd", 18).run({x})) == "int32[1] -2");
  CHECK(show(OneNode("ReduceL1", 18).run({tensor(DType::int32, {2}, {-2147483648.0, -1})})) ==
        "int32[1] -2147483647");
  CHECK(show(OneNode("ReduceSumSquare", 18).run({tensor(DType::uint32, {2}, {65536, 3})})) ==
        "uint32[1] 9");
  CHECK(show(OneNode("ReduceL1", 18).run({i64({2}, {-3, 4})})) == "int64[1] 7");
  CHECK(show(OneNode("ReduceProd", 18).run({i64({2}, {int64_t{1} << 62, 2})})) ==
        "int64[1] -9223372036854775808");
}

TEST_CASE("ReduceMax and ReduceMin compare 64-bit integers exactly") {
  const Tensor x = i64({2}, {INT64_MAX, INT64_MAX - 1});
  CHECK(show(OneNode("ReduceMax", 18).run({x})) == "int64[1] 9223372036854775807");
  CHECK(show(OneNode("ReduceMin", 18).run({x})) == "int64[1] 9223372036854775806");
  const Tensor y = integers(DType::uint64, {2}, {-1, 1});
  CHECK(show(OneNode("ReduceMax", 18).run({y})) == "uint64[1] 18446744073709551615");
  CHECK(show(OneNode("ReduceMin", 12).run({tensor(DType::int8, {2}, {-128, 127})})) ==
        "int8[1] -128");
}

TEST_CASE("ReduceMean of integers is the exact mean, truncated towards zero") {
  const auto mean = [](const Tensor& x) { return show(OneNode("ReduceMean", 13).run({x})); };
  CHECK(mean(i64({2}, {1, 2})) == "int64[1] 1");
  CHECK(mean(i64({2}, {-1, -2})) == "int64[1] -1");
  CHECK(mean(i64({3}, {-4, 1, 1})) == "int64[1] 0");
  CHECK(mean(i64({3}, {5, -1, -2})) == "int64[1] 0");
  CHECK(mean(i64({3}, {7, -1, -1})) == "int64[1] 1");
  CHECK(mean(i64({3}, {-7, 1, 1})) == "int64[1] -1");
  CHECK(mean(i64({2}, {INT64_MAX, INT64_MAX})) == "int64[1] 9223372036854775807");
  CHECK(mean(i64({2}, {INT64_MIN, INT64_MIN})) == "int64[1] -9223372036854775808");
  CHECK(mean(integers(DType::uint64, {2}, {-1, -3})) == "uint64[1] 18446744073709551614");
  CHECK(mean(tensor(DType::uint32, {2}, {4294967295, 4294967294})) == "uint32[1] 4294967294");
}

TEST_CASE("ReduceL2, ReduceLogSum and ReduceLogSumExp of integers truncate") {
  CHECK(show(OneNode("ReduceL2", 18).run({i64({2}, {3, 4})})) == "int64[1] 5");
  CHECK(show(OneNode("ReduceL2", 18).run({i64({2}, {3, -5})})) == "int64[1] 5");  // √34 = 5.8…
  // log 53 = 3.97…; log(e³ + e⁴) = 4.3…
  CHECK(show(OneNode("ReduceLogSum", 18).run({tensor(DType::int32, {2}, {3, 50})})) ==
        "int32[1] 3");
  CHECK(show(OneNode("ReduceLogSumExp", 18).run({tensor(DType::int32, {2}, {3, 4})})) ==
        "int32[1] 4");
  CHECK(OneNode("ReduceLogSum", 18).error({i64({1}, {-1})}) ==
        "Unspecified: ReduceLogSum-18 (output 'y0'): a result is NaN or outside the range of "
        "tensor(int64)");
  // √2 · 2³¹ is beyond int32.
  CHECK(
      OneNode("ReduceL2", 18).error({tensor(DType::int32, {2}, {-2147483648.0, -2147483648.0})}) ==
      "Unspecified: ReduceL2-18 (output 'y0'): a result is NaN or outside the range of "
      "tensor(int32)");
}

TEST_CASE("ReduceLogSum-28 and ReduceLogSumExp-28 take floats only") {
  for (const char* op_type : {"ReduceLogSum", "ReduceLogSumExp"}) {
    CHECK(OneNode(op_type, 28)
              .error({i64({1}, {1})})
              .ends_with("input 'data' is a tensor(int64), which its type T does not admit"));
  }
  CHECK(show(OneNode("ReduceLogSum", 28).run({f32({2}, {0.25, 0.75})})) == "float[1] 0");
  CHECK(show(OneNode("ReduceLogSumExp", 28).run({f32({1}, {7})})) == "float[1] 7");
}

TEST_CASE("ReduceSum and ReduceMean round floats once, at the end") {
  CHECK(show(OneNode("ReduceSum", 13).run({f32({3}, {16777216, 1, 1})})) == "float[1] 16777218");
  CHECK(show(OneNode("ReduceMean", 18).run({tensor(DType::float16, {2}, {65504, 65504})})) ==
        "float16[1] 6.55e+04");
  CHECK(show(OneNode("ReduceMean", 13).run({tensor(DType::bfloat16, {2}, {1, 2})})) ==
        "bfloat16[1] 1.5");
  // 1e16 + 1 - 1e16 is 1 by exact arithmetic; double addition alone gives 0.
  CHECK(show(OneNode("ReduceSum", 13).run({tensor(DType::float64, {3}, {1e16, 1, -1e16})})) ==
        "double[1] 1");
}

TEST_CASE("ReduceL2 neither overflows nor underflows where the norm does not") {
  const auto l2 = [](const std::vector<double>& x) {
    return show(OneNode("ReduceL2", 18).run({tensor(DType::float64, {2}, x)}));
  };
  CHECK(l2({3e300, 4e300}) == "double[1] 5e+300");
  CHECK(l2({0x3p-900, 0x4p-900}) == fmt::format("double[1] {}", 0x5p-900));
  CHECK(show(OneNode("ReduceL2", 18).run({f32({2}, {3e30, 4e30})})) == "float[1] 5e+30");
}

TEST_CASE("ReduceProd of doubles is within half an ULP of the exact product") {
  // 1.1^20 of the double nearest 1.1, by exact arithmetic (Python's fractions).
  const Tensor x = tensor(DType::float64, {20}, std::vector<double>(20, 1.1));
  CHECK(show(OneNode("ReduceProd", 18).run({x})) == "double[1] 6.727499949325611");
}

TEST_CASE("ReduceLogSumExp does not overflow, and keeps small sums beside 1") {
  // 1000 + log 2; log(1 + e^-40), Python's decimal.
  CHECK(near(OneNode("ReduceLogSumExp", 18).run({f32({2}, {1000, 1000})}),
             f32({1}, {1000.6931471805599})));
  CHECK(near(OneNode("ReduceLogSumExp", 18).run({tensor(DType::float64, {2}, {0, -40})}),
             tensor(DType::float64, {1}, {4.248354255291589e-18})));
}

}  // namespace etalon::test::reduce_test
