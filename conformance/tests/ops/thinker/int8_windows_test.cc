// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::int8_windows_test {
namespace {

OneNode conv(std::string_view op_type) {
  return OneNode(op_type, 1, "thinker").set("scale_x", 2.0).set("scale_w", 1.0).set("scale_o", 1.0);
}

OneNode pool() {
  return OneNode("AvgPool2dInt", 1, "thinker").set("scale_x", 1.0).set("scale_o", 1.0);
}

}  // namespace

TEST_CASE("Conv1dInt and Conv2dInt round ties up and saturate") {
  const Tensor W = i8({1, 1, 1}, {1});
  CHECK(show(conv("Conv1dInt").run({i8({1, 1, 4}, {1, -1, -7, 127}), W})) ==
        "int8[1, 1, 4] 1 0 -3 64");
  CHECK(show(conv("Conv1dInt").run({i8({1, 1, 2}, {127, -128}), i8({1, 1, 1}, {127})})) ==
        "int8[1, 1, 2] 127 -128");
  // 1·1 + 2·2 + 3·3 + 4·4 + 10 = 40
  CHECK(show(conv("Conv2dInt")
                 .run({i8({1, 1, 2, 2}, {1, 2, 3, 4}), i8({1, 1, 2, 2}, {1, 2, 3, 4}),
                       tensor(DType::int32, {1}, {10})})) == "int8[1, 1, 1, 1] 20");
}

TEST_CASE("thinker's convolutions are float without an output scale") {
  const OneNode node = OneNode("Conv1dInt", 1, "thinker").set("scale_x", 2.0).set("scale_w", 4.0);
  const Values inputs{i8({1, 1, 2}, {1, -3}), i8({1, 1, 1}, {2})};
  CHECK(show(node.run(inputs)) == "float[1, 1, 2] 0.25 -0.75");
  CHECK(ends(OneNode(node).set("o_bits", 8).error(inputs),
             "attribute 'scale_o' is missing and has no default"));
  CHECK(OneNode(node).set("o_bits", 16).error(inputs) ==
        "Unspecified: thinker.Conv1dInt-1 (output 'y0'): o_bits is 16; only int8 results have a "
        "rule");
}

TEST_CASE("thinker's window attributes have two spellings, and one value serves every axis") {
  const Tensor X = i8({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Tensor W = i8({1, 1, 1, 1}, {2});
  CHECK(show(conv("Conv2dInt").set("stride", Integers{2}).run({X, W})) ==
        "int8[1, 1, 2, 2] 1 3 7 9");
  CHECK(show(conv("Conv2dInt").set("strides", Integers{2, 3}).run({X, W})) ==
        "int8[1, 1, 2, 1] 1 7");
  CHECK(show(conv("Conv2dInt")
                 .set("strides", Integers{3, 3})
                 .set("pad", Integers{1, 0})
                 .run({X, W})) == "int8[1, 1, 2, 1] 0 7");
  CHECK(show(conv("Conv2dInt")
                 .set("strides", Integers{2, 2})
                 .set("pads", Integers{0, 1, 0, 0})
                 .run({X, W})) == "int8[1, 1, 2, 2] 0 2 0 8");
  CHECK(ends(conv("Conv2dInt").set("pad", Integers{0}).set("pads", Integers{0}).error({X, W}),
             "attributes pad and pads are two spellings of one, and both are given"));
  CHECK(ends(conv("Conv2dInt").set("stride", Integers{1, 1, 1}).error({X, W}),
             "stride has 3 values where 1 or 2 are needed"));
  CHECK(ends(conv("Conv2dInt").set("pads", Integers{1, 1, 1}).error({X, W}),
             "pads has 3 values where 1, 2 or 4 are needed"));
  CHECK(ends(conv("Conv2dInt").set("auto_pad", "VALID").error({X, W}),
             "auto_pad is 'VALID'; only NOTSET has a meaning"));
  CHECK(ends(conv("Conv2dInt").set("layout", "CHWN").error({X, W}),
             "layout is 'CHWN', neither NCHW nor NHWC"));
  CHECK(ends(conv("Conv2dInt").set("kernel", Integers{2}).error({X, W}),
             "kernel_shape differs from W's [1, 1]"));
  CHECK(
      ends(conv("Conv1dInt").error({X, W}), "Data has the shape [1, 1, 3, 3]; its rank is not 3"));
}

TEST_CASE("NHWC moves channels last, in weights too") {
  // Two channels of a 1 × 2 image; W takes twice the first and minus the second.
  const Tensor X = i8({1, 1, 2, 2}, {10, 1, 20, 2});
  CHECK(show(conv("Conv2dInt").set("layout", "NHWC").run({X, i8({2, 1, 1, 2}, {2, -1, 0, 2})})) ==
        "int8[1, 1, 2, 2] 10 1 19 2");
  CHECK(show(pool().set("layout", "NHWC").set("kernel", Integers{1, 2}).run({X})) ==
        "int8[1, 1, 1, 2] 15 2");
  // A transposed convolution in two groups: [M, 1, 1, C/group].
  CHECK(show(conv("ConvTranspose2dInt")
                 .set("layout", "NHWC")
                 .set("group", 2)
                 .run({X, i8({4, 1, 1, 1}, {2, 4, 6, 8})})) ==
        "int8[1, 1, 2, 4] 10 20 3 4 20 40 6 8");
  CHECK(ends(conv("ConvTranspose2dInt")
                 .set("layout", "NHWC")
                 .set("group", 2)
                 .error({X, i8({3, 1, 1, 1}, {2, 4, 6})}),
             "the weights of shape [3, 1, 1, 1] do not fall into 2 groups"));
}

TEST_CASE("ConvTranspose2dInt honours output_padding and has no output_shape") {
  const Values inputs{i8({1, 1, 1, 2}, {2, 4}), i8({1, 1, 1, 1}, {1})};
  const OneNode node = conv("ConvTranspose2dInt").set("strides", Integers{1, 2});
  CHECK(show(node.run(inputs)) == "int8[1, 1, 1, 3] 1 0 2");
  CHECK(show(OneNode(node).set("output_padding", Integers{0, 1}).run(inputs)) ==
        "int8[1, 1, 1, 4] 1 0 2 0");
  CHECK(OneNode(node).set("output_shape", Integers{1, 4}).error(inputs) ==
        "Unsupported: thinker.ConvTranspose2dInt-1 (output 'y0'): attribute output_shape has no "
        "rule");
  CHECK(ends(OneNode(node).set("group", 0).error(inputs), "group is 0"));
}

TEST_CASE("QLinearConv and QLinearDeConv take scales as inputs, and a bias at its own") {
  const Tensor one = f32({}, {1});
  const Tensor zero = i8({}, {0});
  const Tensor W = i8({1, 1, 1, 1}, {1});
  const Tensor X = i8({1, 1, 1, 2}, {1, -7});
  CHECK(show(OneNode("QLinearConv", 1, "thinker")
                 .run({X, f32({}, {2}), zero, W, one, zero, one, zero})) ==
        "int8[1, 1, 1, 2] 1 -3");
  // The zero points have no meaning.
  CHECK(show(OneNode("QLinearConv", 1, "thinker")
                 .run({X, one, i8({}, {9}), W, one, i8({}, {9}), one, i8({}, {9}),
                       tensor(DType::int32, {1}, {100})})) == "int8[1, 1, 1, 2] 101 93");
  const OneNode deconv("QLinearDeConv", 1, "thinker");
  CHECK(show(deconv.run({X, f32({}, {2}), W, one, one})) == "int8[1, 1, 1, 2] 1 -3");
  CHECK(show(deconv.run({X, one, W, one, Value(), Value(), one})) == "int8[1, 1, 1, 2] 1 -7");
  // 100 / 4 = 25
  CHECK(show(deconv.run({X, one, W, one, tensor(DType::int32, {1}, {100}), f32({}, {4}), one})) ==
        "int8[1, 1, 1, 2] 26 18");
}

TEST_CASE("AvgPool2dInt counts padding, and what ceil_mode adds, in the divisor") {
  const Tensor X = i8({1, 1, 1, 3}, {3, 5, -9});
  CHECK(show(pool().set("kernel", Integers{1, 2}).run({X})) == "int8[1, 1, 1, 2] 4 -2");
  CHECK(show(pool()
                 .set("kernel_shape", Integers{1, 2})
                 .set("stride", Integers{1, 2})
                 .set("ceil_mode", 1)
                 .run({X})) == "int8[1, 1, 1, 2] 4 -4");
  CHECK(show(pool().set("kernel", Integers{1, 2}).set("pad", Integers{0, 1}).run({X})) ==
        "int8[1, 1, 1, 4] 2 4 -2 -4");
  CHECK(show(pool().run({X})) == "int8[1, 1, 1, 3] 3 5 -9");
  CHECK(
      ends(pool().set("dilations", Integers{2, 1}).error({X}), "dilation is 2; a pool has only 1"));
  CHECK(ends(pool().set("ceil", 1).set("ceil_mode", 1).error({X}),
             "attributes ceil and ceil_mode are two spellings of one, and both are given"));
  CHECK(pool().error({i8({1, 1, 3}, {1, 2, 3})}) ==
        "InvalidInput: thinker.AvgPool2dInt-1 (output 'y0'): the input has the shape [1, 1, 3]; a "
        "batch, a channel and two spatial axes are needed");
}

TEST_CASE("BatchNorm2dInt has folded weights, or normalizes what it dequantizes") {
  const Tensor X = i8({1, 2, 2}, {1, -1, 10, -10});
  const Tensor w = i8({2}, {1, 2});
  const OneNode folded = OneNode("BatchNorm1dInt", 1, "thinker")
                             .set("scale_x", 2.0)
                             .set("scale_w", 1.0)
                             .set("scale_o", 1.0);
  const Tensor b = tensor(DType::int32, {2}, {0, 1});
  CHECK(show(folded.run({X, w, b})) == "int8[1, 2, 2] 1 0 11 -9");
  CHECK(ends(folded.error({X, w, tensor(DType::int32, {1}, {0})}),
             "bias has the shape [1] where X has the shape [1, 2, 2]"));
  // (x / 2 - 1) / 2 · (w / 1) + b / 4, times 8, is 2x - 4 + 2 for w = 1 and 4x - 8 - 2 for w = 2.
  CHECK(show(OneNode("BatchNorm2dInt", 1, "thinker")
                 .set("scale_mul_x", 2.0)
                 .set("scale_mul_w", 1.0)
                 .set("scale_add_b", 4.0)
                 .set("scale_add_o", 8.0)
                 .set("epsilon", 1.0)
                 .run({X, w, i8({2}, {1, -1}), f32({2}, {1, 1}), f32({2}, {3, 3})})) ==
        "int8[1, 2, 2] 0 -4 30 -50");
}

TEST_CASE("ResizeBilinearInt is linear unless a mode is given") {
  const OneNode node =
      OneNode("ResizeBilinearInt", 1, "thinker").set("scale_x", 1.0).set("scale_y", 1.0);
  const Values inputs{i8({1, 1, 1, 2}, {0, 6}), Value(), f32({4}, {1, 1, 1, 2})};
  // Half-pixel: at 0, 1/4, 3/4, 1 of the way.
  CHECK(show(node.run(inputs)) == "int8[1, 1, 1, 4] 0 2 5 6");
  CHECK(show(OneNode(node).set("mode", "nearest").run(inputs)) == "int8[1, 1, 1, 4] 0 0 6 6");
}

TEST_CASE("LinearInt counts a given bias, whatever beta's default") {
  const OneNode node("LinearInt", 1, "thinker");
  const Tensor A = i8({1, 2}, {3, 5});
  const Tensor B = i8({2, 2}, {1, 0, 0, 1});
  const Tensor one = f32({}, {1});
  const Tensor C = i8({2}, {10, -10});
  CHECK(show(node.run({A, f32({}, {2}), B, one, one})) == "int8[1, 2] 2 3");
  CHECK(show(node.run({A, one, B, one, C, f32({}, {2}), one})) == "int8[1, 2] 8 0");
  CHECK(show(OneNode(node).set("beta", 0.0).run({A, one, B, one, C, one, one})) ==
        "int8[1, 2] 3 5");
  CHECK(show(OneNode(node).set("alpha", 0.5).run({A, one, B, one, Value(), Value(), one})) ==
        "int8[1, 2] 2 3");
  CHECK(ends(node.error({A, one, B, one, C, Value(), one}), "input 'scale_c' is missing"));
}

TEST_CASE("LinearInt with scales as attributes takes X, W and a bias at their product") {
  const OneNode node = OneNode("LinearInt", 1, "thinker").set("scale_x", 2.0).set("scale_w", 2.0);
  const Tensor X = i8({2, 1, 2}, {1, 2, 3, -4});
  const Tensor W = i8({1, 2}, {1, 2});
  const Tensor B = tensor(DType::int32, {1}, {1});
  CHECK(show(node.run({X, W, B})) == "float[2, 1, 1] 1.5 -1");
  CHECK(show(OneNode(node).set("scale_o", 3.0).set("o_bits", 8).run({X, W, B})) ==
        "int8[2, 1, 1] 5 -3");
  CHECK(ends(node.error({X, W, tensor(DType::int32, {2}, {1, 1})}),
             "B has the shape [2] where W has 1 rows"));
}

TEST_CASE("thinker's QLinearMatMul ignores zero points") {
  const Tensor zero = i8({}, {3});
  CHECK(show(OneNode("QLinearMatMul", 1, "thinker")
                 .run({i8({1, 2}, {1, 2}), f32({}, {2}), zero, i8({2, 1}, {1, 2}), f32({}, {1}),
                       zero, f32({}, {1}), zero})) == "int8[1, 1] 3");
}

}  // namespace etalon::test::int8_windows_test
