#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::rectifiers_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Relu keeps NaN and makes -0 a 0, in every version") {
  for (const int opset : {1, 6, 13, 14}) {
    CHECK(show(OneNode("Relu", opset).run({edges})) == "float[6] 0 0 3 inf 0 nan");
  }
}

TEST_CASE("Relu-14 takes signed integers") {
  CHECK(show(OneNode("Relu", 14).run({i64({3}, {INT64_MIN, 0, INT64_MAX})})) ==
        "int64[3] 0 0 9223372036854775807");
  CHECK(show(OneNode("Relu", 14).run({tensor(DType::int8, {2}, {-128, 127})})) == "int8[2] 0 127");
  CHECK(OneNode("Relu", 13).error({i64({1}, {1})}).starts_with("InvalidInput"));
}

TEST_CASE("LeakyRelu multiplies negatives by alpha, float32's 0.01 by default") {
  for (const int opset : {1, 6, 16}) {
    CHECK(show(OneNode("LeakyRelu", opset).run({edges})) == "float[6] -0.02 -0 3 inf -inf nan");
    CHECK(show(OneNode("LeakyRelu", opset).set("alpha", 0.5).run({edges})) ==
          "float[6] -1 -0 3 inf -inf nan");
  }
  // The attribute is a float32: 0.01 is 0.00999999977648258209228515625.
  CHECK(show(OneNode("LeakyRelu", 16).run({f64({1}, {-1})})) == "double[1] -0.009999999776482582");
}

TEST_CASE("ThresholdedRelu is X strictly above alpha and 0 otherwise, NaN included") {
  for (const int opset : {10, 22}) {
    CHECK(show(OneNode("ThresholdedRelu", opset).run({f32({4}, {1, 1.5, -3, NAN})})) ==
          "float[4] 0 1.5 0 0");
    CHECK(show(OneNode("ThresholdedRelu", opset).set("alpha", -2.0).run({edges})) ==
          "float[6] 0 -0 3 inf 0 0");
  }
}

TEST_CASE("Elu") {
  for (const int opset : {1, 6, 22}) {
    CHECK(show(OneNode("Elu", opset).set("alpha", 2.0).run({edges})) ==
          "float[6] -1.7293295 -0 3 inf -2 nan");
    CHECK(near(OneNode("Elu", opset).run({f64({2}, {-1, -1e-10})}),
               f64({2}, {-0.6321205588285576784, -9.9999999995000003643e-11})));
  }
}

TEST_CASE("Celu divides by alpha before exp and multiplies by it after") {
  for (const int opset : {12, 28}) {
    CHECK(show(OneNode("Celu", opset).run({edges})) == "float[6] -0.86466473 0 3 inf -1 nan");
    CHECK(near(OneNode("Celu", opset).set("alpha", 0.5).run({f32({2}, {-1, 2})}),
               f32({2}, {-0.43233235838169365405, 2})));
  }
  CHECK(near(OneNode("Celu", 28).set("alpha", 0.5).run({f64({1}, {-1})}),
             f64({1}, {-0.43233235838169365405})));
  CHECK(OneNode("Celu", 12).error({f64({1}, {-1})}).starts_with("InvalidInput"));
}

TEST_CASE("Selu-1 has alpha and gamma of five digits by default, Selu-6 of seven") {
  CHECK(near(OneNode("Selu", 1).run({f64({2}, {-1, 2})}),
             f64({2}, {-1.1112876436799034404, 2.1013998985290527344})));
  for (const int opset : {6, 22}) {
    CHECK(near(OneNode("Selu", opset).run({f64({2}, {-1, 2})}),
               f64({2}, {-1.1113307412864783067, 2.1014020442962646484})));
  }
  CHECK(show(OneNode("Selu", 22).set("alpha", 2.0).set("gamma", 3.0).run({edges})) ==
        "float[6] -5.1879883 -0 9 inf -6 nan");
}

TEST_CASE("PRelu-1 takes one slope, or one for each channel, or one for each element") {
  const Tensor X = f32({1, 2, 2}, {-1, 2, -3, -4});
  for (const int opset : {1, 6}) {
    const auto prelu = [&](const Tensor& slope) {
      return show(OneNode("PRelu", opset).run({X, slope}));
    };
    CHECK(prelu(f32({1}, {0.5})) == "float[1, 2, 2] -0.5 2 -1.5 -2");
    CHECK(prelu(f32({}, {0.5})) == "float[1, 2, 2] -0.5 2 -1.5 -2");
    CHECK(prelu(f32({2}, {0.5, 10})) == "float[1, 2, 2] -0.5 2 -30 -40");
    CHECK(prelu(f32({1, 2, 2}, {1, 2, 3, 4})) == "float[1, 2, 2] -1 2 -9 -16");
  }
  CHECK(show(OneNode("PRelu", 6).run({f32({2}, {-1, -2}), f32({2}, {3, 4})})) == "float[2] -3 -8");
  CHECK(OneNode("PRelu", 6).error({X, f32({3}, {1, 2, 3})}) ==
        "InvalidInput: PRelu-6 (output 'y0'): slope's shape [3] is neither one element nor one for "
        "each channel of X's [1, 2, 2]");
  CHECK(OneNode("PRelu", 6)
            .error({f32({3}, {1, 2, 3}), f32({2}, {1, 2})})
            .starts_with("InvalidInput"));
}

TEST_CASE("PRelu-7 broadcasts slope to X, and not X to slope") {
  const Tensor X = f32({2, 2}, {-1, 2, -3, -4});
  for (const int opset : {7, 9, 16}) {
    CHECK(show(OneNode("PRelu", opset).run({X, f32({2}, {10, 100})})) ==
          "float[2, 2] -10 2 -30 -400");
    CHECK(show(OneNode("PRelu", opset).run({X, f32({2, 1}, {10, 100})})) ==
          "float[2, 2] -10 2 -300 -400");
    CHECK(show(OneNode("PRelu", opset).run({f32({0, 2}, {}), f32({2}, {1, 2})})) == "float[0, 2]");
  }
  CHECK(OneNode("PRelu", 7).error({f32({1}, {1}), f32({2}, {1, 2})}) ==
        "InvalidInput: PRelu-7 (output 'y0'): slope's shape [2] does not broadcast to X's [1]");
}

TEST_CASE("PRelu-9 takes integers, which wrap") {
  CHECK(show(OneNode("PRelu", 9)
                 .run({tensor(DType::int32, {3}, {-3, 4, -2147483648}),
                       tensor(DType::int32, {1}, {2})})) == "int32[3] -6 4 0");
  CHECK(show(OneNode("PRelu", 16)
                 .run({integers(DType::uint64, {1}, {-1}), integers(DType::uint64, {1}, {2})})) ==
        "uint64[1] 18446744073709551615");
}

TEST_CASE("Shrink") {
  CHECK(show(OneNode("Shrink", 9).run({f32({5}, {-2, -0.5, 0.25, 0.5, 2})})) ==
        "float[5] -2 0 0 0 2");
  CHECK(show(OneNode("Shrink", 9).set("lambd", 1.5).set("bias", 1.0).run({edges})) ==
        "float[6] -1 0 2 inf -inf 0");
}

TEST_CASE("Shrink of integers compares with lambd as it is, and wraps") {
  const Tensor input = tensor(DType::int8, {5}, {-128, -1, 0, 1, 2});
  CHECK(show(OneNode("Shrink", 9).set("lambd", 1.5).set("bias", 1.0).run({input})) ==
        "int8[5] -127 0 0 0 1");
  CHECK(show(OneNode("Shrink", 9).set("lambd", 0.0).set("bias", -1.0).run({input})) ==
        "int8[5] 127 -2 0 2 3");
  CHECK(show(OneNode("Shrink", 9).set("bias", 2.0).run({tensor(DType::uint8, {3}, {0, 1, 3})})) ==
        "uint8[3] 0 255 1");
  // 2^53 + 1 is above 2^53, though the nearest double is not.
  CHECK(show(OneNode("Shrink", 9)
                 .set("lambd", 0x1p53)
                 .run({i64({2}, {0x20000000000001, 0x20000000000000})})) ==
        "int64[2] 9007199254740993 0");
  CHECK(OneNode("Shrink", 9).set("bias", 0.5).error({input}) ==
        "Unspecified: Shrink-9 (output 'y0'): bias is 0.5, and how a tensor(int8) is to hold its "
        "sum with that is not said");
  CHECK(OneNode("Shrink", 9).set("bias", INFINITY).error({input}).starts_with("Unspecified"));
}

TEST_CASE("Rectifiers keep rank 0 and empty shapes, and round once to narrow types") {
  for (const char* op : {"Relu", "LeakyRelu", "ThresholdedRelu", "Elu", "Selu"}) {
    CAPTURE(op);
    CHECK(show(OneNode(op, 22).run({f32({}, {0})})) == "float[] 0");
    CHECK(show(OneNode(op, 22).run({f32({0, 3}, {})})) == "float[0, 3]");
  }
  CHECK(show(OneNode("Celu", 28).run({f32({0}, {})})) == "float[0]");
  CHECK(show(OneNode("Shrink", 9).run({f32({}, {2})})) == "float[] 2");
  CHECK(show(OneNode("Elu", 22).run({tensor(DType::bfloat16, {1}, {-1})})) == "bfloat16[1] -0.633");
  CHECK(show(OneNode("LeakyRelu", 16).run({tensor(DType::float16, {1}, {-1})})) ==
        "float16[1] -0.01");
}

}  // namespace etalon::test::rectifiers_test
