#include "conformance/tests/ops/one_node.h"

namespace etalon::test::nn_normalization_test {
namespace {

// Rows with the mean 2 and the variance 1, the mean 20 and the variance 100.
const Tensor rows = f32({2, 2}, {1, 3, 10, 30});

}  // namespace

TEST_CASE("InstanceNormalization standardizes each channel of each instance") {
  const Tensor x = f32({1, 2, 2}, {1, 3, 10, 30});
  const Tensor scale = f32({2}, {1, 2});
  const Tensor B = f32({2}, {0, 0.5});
  for (const int64_t opset : {1, 6, 22}) {
    CHECK(show(OneNode("InstanceNormalization", opset).set("epsilon", 0.0).run({x, scale, B})) ==
          "float[1, 2, 2] -1 1 -1.5 2.5");
  }
  CHECK(show(OneNode("InstanceNormalization", 1)
                 .set("epsilon", 3.0)
                 .set("consumed_inputs", Integers{0, 0, 0})
                 .run({f32({1, 1, 2}, {1, 3}), f32({1}, {1}), f32({1}, {0})})) ==
        "float[1, 1, 2] -0.5 0.5");
  CHECK(show(OneNode("InstanceNormalization", 22)
                 .run({tensor(DType::bfloat16, {1, 1, 2}, {5, 5}),
                       tensor(DType::bfloat16, {1}, {1}), tensor(DType::bfloat16, {1}, {2})})) ==
        "bfloat16[1, 1, 2] 2 2");
  CHECK(show(OneNode("InstanceNormalization", 6).run({f32({0, 2, 2}, {}), scale, B})) ==
        "float[0, 2, 2]");
  CHECK(OneNode("InstanceNormalization", 6)
            .error({x, f32({1}, {1}), B})
            .ends_with("scale has the shape [1] where [2] is needed"));
}

TEST_CASE("GroupNormalization-18 scales by group") {
  const Tensor X = f32({1, 4, 1}, {1, 3, 10, 30});
  const OneNode node = OneNode("GroupNormalization", 18).set("num_groups", 2).set("epsilon", 0.0);
  CHECK(show(node.run({X, f32({2}, {1, 2}), f32({2}, {0, 0.5})})) ==
        "float[1, 4, 1] -1 1 -1.5 2.5");
  CHECK(node.error({X, f32({4}, {1, 1, 1, 1}), f32({2}, {0, 0})})
            .ends_with("scale has the shape [4] where [2] is needed"));
}

TEST_CASE("GroupNormalization-21 scales by channel") {
  const Tensor X = f32({1, 4, 1}, {1, 3, 10, 30});
  const OneNode node = OneNode("GroupNormalization", 21).set("num_groups", 2).set("epsilon", 0.0);
  CHECK(show(node.run({X, f32({4}, {1, 2, 3, 4}), f32({4}, {0, 0, 0, 0.5})})) ==
        "float[1, 4, 1] -1 2 -3 4.5");
  CHECK(OneNode("GroupNormalization", 21)
            .set("num_groups", 3)
            .error({X, f32({4}, {1, 1, 1, 1}), f32({4}, {0, 0, 0, 0})})
            .ends_with("num_groups 3 does not divide 4 channels"));
  CHECK(show(node.run({f32({0, 4, 1}, {}), f32({4}, {1, 2, 3, 4}), f32({4}, {0, 0, 0, 0})})) ==
        "float[0, 4, 1]");
}

TEST_CASE("GroupNormalization-21 computes in stash_type and casts back before it scales") {
  // As bfloat16, 257 is 256.
  const Tensor X = f32({1, 1, 2}, {255, 257});
  const Tensor one = f32({1}, {1});
  const Tensor zero = f32({1}, {0});
  const OneNode node = OneNode("GroupNormalization", 21).set("num_groups", 1).set("epsilon", 0.75);
  CHECK(show(node.run({X, one, zero})) == "float[1, 1, 2] -0.75592893 0.75592893");  // 1 / √1.75
  CHECK(show(OneNode(node).set("stash_type", 16).run({X, one, zero})) ==
        "float[1, 1, 2] -0.5 0.5");  // 0.5 / √(0.25 + 0.75)
}

TEST_CASE("LayerNormalization standardizes the axes from `axis` on") {
  const OneNode node = OneNode("LayerNormalization", 17).set("epsilon", 0.0).outputs(3);
  const Values Y = node.run_all({rows, f32({2}, {1, 2}), f32({2}, {0, 0.5})});
  CHECK(show(Y[0]) == "float[2, 2] -1 2.5 -1 2.5");
  CHECK(show(Y[1]) == "float[2, 1] 2 20");
  CHECK(show(Y[2]) == "float[2, 1] 1 0.1");
  const Values whole = OneNode(node).set("axis", 0).run_all(
      {f32({2, 2}, {1, 3, 1, 3}), f32({2, 1}, {1, 10}), Value()});
  CHECK(show(whole[0]) == "float[2, 2] -1 1 -10 10");
  CHECK(show(whole[1]) == "float[1, 1] 2");
  CHECK(show(OneNode("LayerNormalization", 17)
                 .set("epsilon", 3.0)
                 .run({f32({1, 2}, {1, 3}), f32({}, {1})})) == "float[1, 2] -0.5 0.5");
}

TEST_CASE("LayerNormalization computes in stash_type") {
  // The squares of 256 overflow float16 but not float32.
  const Tensor X = tensor(DType::float16, {1, 2}, {256, -256});
  const Tensor one = tensor(DType::float16, {1}, {1});
  const Values Y =
      OneNode("LayerNormalization", 17).set("epsilon", 0.0).outputs(3).run_all({X, one});
  CHECK(show(Y[0]) == "float16[1, 2] 1 -1");
  CHECK(show(Y[1]) == "float[1, 1] 0");
  CHECK(show(Y[2]) == "float[1, 1] 0.00390625");
  // As float32, 1 + 2^-30 is 1.
  const Tensor D = tensor(DType::float64, {1, 2}, {1 + std::ldexp(1, -30), 1});
  const OneNode node = OneNode("LayerNormalization", 17).set("epsilon", 1.0);
  CHECK(show(node.run({D, tensor(DType::float64, {1}, {1})})) == "double[1, 2] 0 0");
  CHECK(show(OneNode(node)
                 .outputs(2)
                 .set("stash_type", 16)
                 .run_all({f32({1, 2}, {257, 257}), f32({1}, {1})})[1]) == "bfloat16[1, 1] 256");
  CHECK(OneNode(node)
            .set("stash_type", 7)
            .error({rows, f32({1}, {1})})
            .ends_with("stash_type is 7, which is no float type"));
}

TEST_CASE("LayerNormalization casts back to X's type before it scales") {
  // Normalized is ±1 / √1.75 = ±0.75593, in bfloat16 ±0.7578125; 7 times that is 5.3125 in
  // bfloat16, where 7 / √1.75 would be 5.28125.
  const Tensor X = tensor(DType::bfloat16, {1, 2}, {1, -1});
  CHECK(near(OneNode("LayerNormalization", 17)
                 .set("epsilon", 0.75)
                 .run({X, tensor(DType::bfloat16, {1}, {7})}),
             tensor(DType::bfloat16, {1, 2}, {5.3125, -5.3125}), 0));
}

TEST_CASE("LayerNormalization of nothing, and of what does not fit") {
  const Tensor one = f32({1}, {1});
  CHECK(show(OneNode("LayerNormalization", 17).run({f32({0, 2}, {}), one})) == "float[0, 2]");
  CHECK(OneNode("LayerNormalization", 17).error({rows, f32({3}, {1, 1, 1})}).find("broadcast") !=
        std::string::npos);
  CHECK(OneNode("LayerNormalization", 17)
            .error({rows, f32({1, 2, 2}, {1, 1, 1, 1})})
            .ends_with("Scale's shape [1, 2, 2] does not broadcast to [2, 2]"));
  CHECK(OneNode("LayerNormalization", 17)
            .set("axis", 2)
            .error({rows, one})
            .ends_with("axis 2 is outside [-2, 1]"));
}

TEST_CASE("RMSNormalization divides by the root of the mean square") {
  const OneNode node = OneNode("RMSNormalization", 23).set("epsilon", 0.0);
  const Tensor X = f32({2, 2}, {1, 7, 10, -10});  // (1 + 49) / 2 = 25, 100
  CHECK(show(node.run({X, f32({2}, {1, 10})})) == "float[2, 2] 0.2 14 1 -10");
  CHECK(show(OneNode(node).set("axis", 0).run({f32({2, 2}, {1, 1, 1, 5}), f32({1}, {1})})) ==
        "float[2, 2] 0.37796447 0.37796447 0.37796447 1.8898224");  // 1 / √7
  CHECK(show(OneNode("RMSNormalization", 23)
                 .set("epsilon", 3.0)
                 .run({f32({1, 1}, {1}), f32({}, {1})})) == "float[1, 1] 0.5");
  CHECK(node.error({X, f32({3}, {1, 1, 1})}).find("broadcast") != std::string::npos);
  CHECK(show(node.run({f32({0, 2}, {}), f32({2}, {1, 1})})) == "float[0, 2]");
}

TEST_CASE("RMSNormalization computes in stash_type, and has scale's type") {
  const Tensor X = tensor(DType::float16, {1, 2}, {256, 256});
  CHECK(show(OneNode("RMSNormalization", 23).set("epsilon", 0.0).run({X, f32({1}, {0.1})})) ==
        "float[1, 2] 0.1 0.1");
  CHECK(show(OneNode("RMSNormalization", 23)
                 .set("epsilon", 0.0)
                 .set("stash_type", 10)
                 .run({f32({1, 1}, {70000}), f32({1}, {1})})) == "float[1, 1] nan");  // ∞ / ∞
}

TEST_CASE("LRN divides by the squares of the neighbouring channels") {
  const Tensor X = f32({1, 4, 1}, {1, 2, 3, 4});
  const auto lrn = [](int64_t size) {
    return OneNode("LRN", 1)
        .set("size", size)
        .set("alpha", double(size))
        .set("beta", 1.0)
        .set("bias", 0.0);
  };
  CHECK(show(lrn(1).run({X})) == "float[1, 4, 1] 1 0.5 0.33333334 0.25");
  // Sums of squares from c − 1 to c + 1: 5, 14, 29, 25.
  CHECK(show(lrn(3).run({X})) == "float[1, 4, 1] 0.2 0.14285715 0.10344828 0.16");
  // Of two, the one after c: 5, 13, 25, 16.
  CHECK(show(lrn(2).run({X})) == "float[1, 4, 1] 0.2 0.15384616 0.12 0.25");
  CHECK(show(lrn(100).set("alpha", 100.0).run({X})) ==
        "float[1, 4, 1] 0.033333335 0.06666667 0.1 0.13333334");
}

TEST_CASE("LRN never looks into another instance, and has its exponent and bias") {
  CHECK(show(OneNode("LRN", 13)
                 .set("size", 3)
                 .set("alpha", 3.0)
                 .set("beta", 0.5)
                 .set("bias", 9.0)
                 .run({f32({2, 1, 2}, {4, 0, 1, NAN})})) ==
        "float[2, 1, 2] 0.8 0 0.31622776 nan");  // 4 / √25, 1 / √10
  CHECK(show(OneNode("LRN", 13).set("size", 1).run({tensor(DType::bfloat16, {1, 1}, {0})})) ==
        "bfloat16[1, 1] 0");
  CHECK(show(OneNode("LRN", 13).set("size", 1).run({f32({1, 0, 2}, {})})) == "float[1, 0, 2]");
  CHECK(OneNode("LRN", 13).set("size", 0).error({f32({1, 1}, {1})}).ends_with("size is 0"));
  CHECK(OneNode("LRN", 13).set("size", 1).error({f32({1}, {1})}).find("channel axis") !=
        std::string::npos);
}

TEST_CASE("MeanVarianceNormalization standardizes along axes") {
  for (const int64_t opset : {9, 13}) {
    CHECK(show(OneNode("MeanVarianceNormalization", opset).set("axes", Integers{1}).run({rows})) ==
          "float[2, 2] -1 1 -1 1");
    CHECK(show(OneNode("MeanVarianceNormalization", opset)
                   .run({f32({1, 2, 1, 2}, {1, 3, 10, 30})})) == "float[1, 2, 1, 2] -1 1 -1 1");
    CHECK(show(OneNode("MeanVarianceNormalization", opset)
                   .set("axes", Integers{-1})
                   .run({f32({1, 2}, {7, 7})})) == "float[1, 2] 0 0");
  }
  CHECK(show(OneNode("MeanVarianceNormalization", 13)
                 .set("axes", Integers{0})
                 .run({tensor(DType::bfloat16, {2}, {1, 3})})) == "bfloat16[2] -1 1");
  CHECK(show(OneNode("MeanVarianceNormalization", 13)
                 .set("axes", Integers{0})
                 .run({f32({0, 2}, {})})) == "float[0, 2]");
  CHECK(OneNode("MeanVarianceNormalization", 13)
            .error({rows})
            .ends_with("axis 2 is outside [-2, 1]"));
}

TEST_CASE("LpNormalization divides by the norm along an axis") {
  const Tensor input = f32({2, 2}, {3, -4, 0, 0});
  for (const int64_t opset : {1, 22}) {
    const OneNode node("LpNormalization", opset);
    CHECK(show(node.run({input})) == "float[2, 2] 0.6 -0.8 0 0");
    CHECK(show(OneNode(node).set("p", 1).run({input})) == "float[2, 2] 0.42857143 -0.5714286 0 0");
    CHECK(show(OneNode(node).set("axis", 0).run({input})) == "float[2, 2] 1 -1 0 0");
    CHECK(OneNode(node).set("p", 3).error({input}).ends_with("p is 3; only 1 and 2 are allowed"));
    CHECK(show(node.run({f32({2, 0}, {})})) == "float[2, 0]");
    CHECK(show(node.run({f32({2}, {INFINITY, 1})})) == "float[2] nan 0");
    CHECK(OneNode(node).error({f32({}, {1})}).find("axis -1") != std::string::npos);
  }
  CHECK(show(OneNode("LpNormalization", 22).run({tensor(DType::bfloat16, {2}, {3, 4})})) ==
        "bfloat16[2] 0.6 0.8");
}

}  // namespace etalon::test::nn_normalization_test
