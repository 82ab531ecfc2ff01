#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_as_onnx_test {
namespace {

// What the operator gives for these inputs and its default attributes.
std::string result(std::string_view op_type, int64_t version, const Values& inputs) {
  return show(thinker(op_type, version).run(inputs));
}

}  // namespace

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

TEST_CASE("thinker's Sum of integers wraps") {
  CHECK(show(thinker("Sum", 13).run({i8({2}, {100, -100}), i8({2}, {100, -99})})) ==
        "int8[2] -56 57");
  CHECK(show(thinker("Sum", 13).run({f32({0}, {}), f32({1}, {2})})) == "float[0]");
}

TEST_CASE("thinker's Erf of integers rounds to -1 and 0 and 1") {
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

TEST_CASE("thinker's LRN has an alpha of 1e-5 by default") {
  const Tensor X = f32({1, 1, 1, 1}, {1000});
  CHECK(near(thinker("LRN", 13).set("size", 1).run({X}),
             f32({1, 1, 1, 1}, {1000 / std::pow(11, 0.75)})));
  CHECK(near(thinker("LRN", 13).set("size", 1).set("alpha", 1e-4).run({X}),
             f32({1, 1, 1, 1}, {1000 / std::pow(101, 0.75)})));
}

TEST_CASE("thinker's Selu has the document's rounded alpha and gamma") {
  const double y = 1.0507F * (1.67326F * std::exp(-1.0) - 1.67326F);
  CHECK(near(thinker("Selu", 6).run({f32({2}, {-1, 1})}), f32({2}, {y, 1.0507F})));
}

TEST_CASE("thinker's ScatterElements scatters along the last axis by default") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  const Tensor indices = i64({2, 1}, {1, 0});
  const Tensor updates = f32({2, 1}, {9, 8});
  CHECK(show(thinker("ScatterElements", 13).run({data, indices, updates})) ==
        "float[2, 2] 1 9 8 4");
  CHECK(show(thinker("ScatterElements", 13).set("axis", 0).run({data, indices, updates})) ==
        "float[2, 2] 8 2 9 4");
}

TEST_CASE("thinker's TopK ranks along the first axis by default and takes K of rank 0") {
  const Tensor X = f32({2, 2}, {1, 5, 3, 2});
  const Values outputs = thinker("TopK", 11).outputs(2).run_all({X, i64({}, {1})});
  CHECK(show(outputs[0]) == "float[1, 2] 3 5");
  CHECK(show(outputs[1]) == "int64[1, 2] 1 0");
  CHECK(show(thinker("TopK", 11)
                 .set("axis", -1)
                 .set("largest", 0)
                 .outputs(2)
                 .run({X, i64({1}, {1})})) == "float[2, 1] 1 2");
}

TEST_CASE("thinker's MeanVarianceNormalization has no epsilon") {
  CHECK(show(thinker("MeanVarianceNormalization", 6).run({f32({1, 2, 1, 2}, {1, 3, 5, 5})})) ==
        "float[1, 2, 1, 2] -1 1 nan nan");
  CHECK(show(thinker("MeanVarianceNormalization", 6)
                 .set("axes", Integers{1})
                 .run({f32({1, 2}, {-4, 4})})) == "float[1, 2] -1 1");
}

TEST_CASE("thinker's Split takes its lengths from an attribute in 11; from an input in 13") {
  const Tensor input = f32({3}, {1, 2, 3});
  const Values old = thinker("Split", 11).set("split", Integers{1, 2}).outputs(2).run_all({input});
  CHECK(show(old[0]) == "float[1] 1");
  CHECK(show(old[1]) == "float[2] 2 3");
  const Values now = thinker("Split", 13).outputs(2).run_all({input, i64({2}, {2, 1})});
  CHECK(show(now[0]) == "float[2] 1 2");
  CHECK(show(now[1]) == "float[1] 3");
  CHECK(thinker("Split", 11)
            .set("split", Integers{1, 1})
            .outputs(2)
            .error({input})
            .starts_with("InvalidInput: thinker.Split-11 (output 'y0'): "));
}

TEST_CASE("thinker's random generators give floats alone") {
  const Tensor like = tensor(DType::int8, {2}, {1, 2});
  CHECK(thinker("RandomNormalLike", 1).error({like}) ==
        "InvalidInput: thinker.RandomNormalLike-1 (output 'y0'): the output cannot have the "
        "element type int8");
  CHECK(thinker("RandomUniform", 1).set("shape", Integers{1}).set("dtype", 11).error({}) ==
        "InvalidInput: thinker.RandomUniform-1 (output 'y0'): the output cannot have the element "
        "type double");
  CHECK(thinker("RandomUniformLike", 1).set("dtype", 1).run({like}).tensor().shape() == Shape{2});
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

TEST_CASE("thinker's elementwise functions are ONNX's") {
  struct Row {
    const char* name;
    int64_t version;
    double x, y;
  };
  const Row rows[] = {
      {"Abs", 13, -1.5, 1.5},
      {"Acos", 7, 0.5, std::acos(0.5)},
      {"Acosh", 9, 2, std::acosh(2)},
      {"Asin", 7, 0.5, std::asin(0.5)},
      {"Asinh", 9, 2, std::asinh(2)},
      {"Atan", 7, 2, std::atan(2)},
      {"Atanh", 9, 0.5, std::atanh(0.5)},
      {"Ceil", 13, 1.25, 2},
      {"Celu", 12, -1, std::exp(-1) - 1},
      {"Cos", 7, 2, std::cos(2)},
      {"Cosh", 9, 2, std::cosh(2)},
      {"Elu", 6, -1, std::exp(-1) - 1},
      {"Exp", 13, 2, std::exp(2)},
      {"Floor", 13, -1.25, -2},
      {"HardSigmoid", 6, 1, 0.7},
      {"Identity", 13, -1.5, -1.5},
      {"LeakyRelu", 6, -1, -0.01},
      {"Log", 13, 2, std::log(2)},
      {"Neg", 13, 2, -2},
      {"Reciprocal", 13, 4, 0.25},
      {"Relu", 14, -1, 0},
      {"Round", 11, 2.5, 2},
      {"Sigmoid", 13, 2, 1 / (1 + std::exp(-2))},
      {"Sign", 13, -3, -1},
      {"Sin", 7, 2, std::sin(2)},
      {"Sinh", 9, 2, std::sinh(2)},
      {"Softplus", 1, 1, std::log(1 + std::exp(1))},
      {"Softsign", 1, 3, 0.75},
      {"Sqrt", 13, 2, std::sqrt(2)},
      {"Tan", 7, 2, std::tan(2)},
      {"Tanh", 1, 2, std::tanh(2)},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const OneNode node = thinker(row.name, row.version);
    CHECK(near(node.run({f32({2}, {row.x, NAN})}).tensor(), f32({2}, {row.y, NAN})));
    CHECK(near(node.run({f32({}, {row.x})}), f32({}, {row.y})));
    CHECK(show(node.run({f32({0}, {})})) == "float[0]");
  }
  CHECK(result("ThresholdedRelu", 10, {f32({3}, {1, 2, NAN})}) == "float[3] 0 2 0");
}

TEST_CASE("thinker's functions of two operands broadcast as ONNX's") {
  const Tensor X = f32({2}, {2, -3});
  CHECK(result("Pow", 13, {X, f32({}, {2})}) == "float[2] 4 9");
  CHECK(result("Max", 13, {X, f32({2}, {1, NAN})}) == "float[2] 2 nan");
  CHECK(result("Min", 13, {X, f32({2}, {1, NAN})}) == "float[2] 1 nan");
  CHECK(result("PRelu", 9, {X, f32({1}, {0.5})}) == "float[2] 2 -1.5");
  CHECK(result("Clip", 13, {X, f32({}, {-1}), f32({}, {1})}) == "float[2] 1 -1");
  CHECK(result("Clip", 13, {X}) == "float[2] 2 -3");
  CHECK(
      show(thinker("BitShift", 11).set("direction", "LEFT").run({u8({2}, {1, 3}), u8({}, {2})})) ==
      "uint8[2] 4 12");
}

TEST_CASE("thinker's operators of shape are ONNX's") {
  const Tensor X = f32({1, 2, 1}, {1, 2});
  CHECK(result("Shape", 13, {i64({1, 2}, {1, 2})}) == "int64[2] 1 2");
  CHECK(result("Size", 9, {i64({1, 2}, {1, 2})}) == "int64[] 2");
  CHECK(result("Flatten", 13, {X}) == "float[1, 2] 1 2");
  CHECK(result("Reshape", 13, {X, i64({1}, {-1})}) == "float[2] 1 2");
  CHECK(result("Squeeze", 13, {X, i64({1}, {0})}) == "float[2, 1] 1 2");
  CHECK(result("Unsqueeze", 13, {f32({2}, {1, 2}), i64({1}, {0})}) == "float[1, 2] 1 2");
  CHECK(result("Transpose", 13, {X}) == "float[1, 2, 1] 1 2");
  CHECK(result("Expand", 13, {f32({1}, {5}), i64({1}, {2})}) == "float[2] 5 5");
  CHECK(result("Tile", 13, {f32({2}, {1, 2}), i64({1}, {2})}) == "float[4] 1 2 1 2");
  CHECK(result("Pad", 13, {f32({2}, {1, 2}), i64({2}, {1, 0})}) == "float[3] 0 1 2");
  CHECK(show(thinker("Concat", 13).set("axis", 0).run({f32({1}, {1}), f32({2}, {2, 3})})) ==
        "float[3] 1 2 3");
  CHECK(result("Resize", 13, {f32({1, 1, 1, 2}, {1, 2}), none, f32({4}, {1, 1, 1, 2})}) ==
        "float[1, 1, 1, 4] 1 1 2 2");
}

TEST_CASE("thinker's operators of indices are ONNX's") {
  const Tensor X = f32({2, 2}, {1, 2, 3, 4});
  CHECK(result("Gather", 13, {X, i64({1}, {1})}) == "float[1, 2] 3 4");
  CHECK(result("GatherElements", 13, {X, i64({1, 2}, {1, 0})}) == "float[1, 2] 3 2");
  CHECK(result("GatherND", 13, {X, i64({1, 2}, {1, 0})}) == "float[1] 3");
  CHECK(result("ScatterND", 13, {X, i64({1, 2}, {1, 0}), f32({1}, {9})}) == "float[2, 2] 1 2 9 4");
  CHECK(result("ReverseSequence", 10, {f32({3, 1}, {1, 2, 3}), i64({1}, {2})}) ==
        "float[3, 1] 2 1 3");
  CHECK(result("NonZero", 13, {f32({3}, {0, 2, NAN})}) == "int64[1, 2] 1 2");
  CHECK(result("OneHot", 11, {i64({1}, {1}), i64({}, {2}), f32({2}, {0, 5})}) == "float[1, 2] 0 5");
  CHECK(result("ArgMax", 13, {f32({3}, {1, 3, 2})}) == "int64[1] 1");
  CHECK(result("ArgMin", 13, {f32({3}, {1, 3, 2})}) == "int64[1] 0");
}

TEST_CASE("thinker's generators are ONNX's") {
  CHECK(result("ConstantOfShape", 9, {i64({1}, {2})}) == "float[2] 0 0");
  CHECK(result("Range", 11, {f32({}, {0}), f32({}, {3}), f32({}, {1})}) == "float[3] 0 1 2");
  CHECK(thinker("RandomNormal", 1).set("shape", Integers{2}).run({}).tensor().shape() == Shape{2});
}

TEST_CASE("thinker's sums and norms along axes are ONNX's") {
  const Tensor X = f32({2}, {3, 4});
  CHECK(result("ReduceMin", 13, {X}) == "float[1] 3");
  CHECK(result("ReduceProd", 13, {X}) == "float[1] 12");
  CHECK(result("ReduceSumSquare", 13, {X}) == "float[1] 25");
  CHECK(result("CumSum", 14, {X, i64({}, {0})}) == "float[2] 3 7");
  CHECK(result("LpNormalization", 1, {X}) == "float[2] 0.6 0.8");
  CHECK(result("Hardmax", 13, {X}) == "float[2] 0 1");
  CHECK(result("Softmax", 13, {f32({2}, {1, 1})}) == "float[2] 0.5 0.5");
  CHECK(near(thinker("LogSoftmax", 13).run({f32({2}, {1, 1})}),
             f32({2}, {-std::log(2), -std::log(2)})));
  CHECK(result("Det", 11, {f32({2, 2}, {1, 2, 3, 4})}) == "float[] -2");
}

TEST_CASE("thinker's reductions round what they give of int8") {
  const auto both = [](std::string_view op_type, const Tensor& X) {
    return result(op_type, 13, {X});
  };
  CHECK(both("ReduceMean", f32({2}, {1, 2})) == "float[1] 1.5");
  CHECK(both("ReduceMean", i8({2}, {1, 2})) == "int8[1] 2");
  CHECK(both("ReduceMean", i8({2}, {-1, -2})) == "int8[1] -1");
  CHECK(both("ReduceL2", f32({2}, {3, 4})) == "float[1] 5");
  CHECK(both("ReduceL2", i8({2}, {2, 2})) == "int8[1] 3");         // √8 = 2.83
  CHECK(both("ReduceLogSum", i8({2}, {5, 8})) == "int8[1] 3");     // ln 13 = 2.56
  CHECK(both("ReduceLogSumExp", i8({2}, {2, 2})) == "int8[1] 3");  // 2 + ln 2 = 2.69
  CHECK(near(thinker("ReduceLogSum", 13).run({f32({2}, {5, 8})}), f32({1}, {std::log(13)})));
  CHECK(near(thinker("ReduceLogSumExp", 13).run({f32({2}, {2, 2})}), f32({1}, {2 + std::log(2)})));
}

TEST_CASE("thinker's normalizations are ONNX's") {
  const Tensor X = f32({1, 1, 2}, {1, 3});
  const auto channel = [](double value) { return f32({1}, {value}); };
  // (X - 1) / √4 · 2 + 1
  CHECK(show(thinker("BatchNormalization", 9)
                 .set("epsilon", 0.0)
                 .run({X, channel(2), channel(1), channel(1), channel(4)})) ==
        "float[1, 1, 2] 1 3");
  // The mean is 2, the variance 1.
  CHECK(show(thinker("InstanceNormalization", 6)
                 .set("epsilon", 0.0)
                 .run({X, channel(1), channel(0)})) == "float[1, 1, 2] -1 1");
}

TEST_CASE("thinker's operators of regions are ONNX's") {
  CHECK(show(thinker("MaxRoiPool", 1)
                 .set("pooled_shape", Integers{1, 1})
                 .run({f32({1, 1, 2, 2}, {1, 2, 3, 4}), f32({1, 5}, {0, 0, 0, 1, 1})})) ==
        "float[1, 1, 1, 1] 4");
  // Of two equal boxes the one with the higher score.
  CHECK(result("NonMaxSuppression", 11,
               {f32({1, 2, 4}, {0, 0, 1, 1, 0, 0, 1, 1}), f32({1, 1, 2}, {0.5, 0.9}), i64({1}, {2}),
                f32({1}, {0.5})}) == "int64[1, 3] 0 0 1");
}

}  // namespace etalon::test::thinker_as_onnx_test
