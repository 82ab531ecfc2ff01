#include "conformance/tests/ops/one_node.h"

namespace etalon::test::conv_transpose_test {
namespace {

const Tensor X = f32({1, 1, 3}, {1, 1, 1});
const Tensor W = f32({1, 1, 4}, {1, 10, 100, 1000});

OneNode node(int64_t opset) { return OneNode("ConvTranspose", opset); }

}  // namespace

TEST_CASE("ConvTranspose adds the kernel for each element of X") {
  CHECK(show(node(1).run({X, W})) == "float[1, 1, 6] 1 11 111 1110 1100 1000");
  CHECK(show(node(11).set("strides", Integers{2}).run({X, W})) ==
        "float[1, 1, 8] 1 10 101 1010 101 1010 100 1000");
  CHECK(show(node(11).set("strides", Integers{5}).run({X, f32({1, 1, 2}, {1, 2})})) ==
        "float[1, 1, 12] 1 2 0 0 0 1 2 0 0 0 1 2");
  CHECK(show(node(11).set("dilations", Integers{2}).run({X, f32({1, 1, 2}, {1, 10})})) ==
        "float[1, 1, 5] 1 1 11 10 10");
  CHECK(show(node(22).set("pads", Integers{1, 2}).run({X, W})) == "float[1, 1, 3] 11 111 1110");
}

TEST_CASE("ConvTranspose's output_padding lengthens the far end") {
  CHECK(show(node(11).set("strides", Integers{2}).set("output_padding", Integers{1}).run({X, W})) ==
        "float[1, 1, 9] 1 10 101 1010 101 1010 100 1000 0");
  // It selects computed elements where pads cut some off.
  CHECK(show(node(11)
                 .set("strides", Integers{2})
                 .set("pads", Integers{0, 2})
                 .set("output_padding", Integers{1})
                 .run({X, W})) == "float[1, 1, 7] 1 10 101 1010 101 1010 100");
  CHECK(node(11).set("strides", Integers{2}).set("output_padding", Integers{2}).error({X, W}) ==
        "InvalidInput: ConvTranspose-11 (output 'y0'): output_padding 2 is not below stride 2 or "
        "dilation 1");
}

TEST_CASE("ConvTranspose pads so that SAME gives input times stride") {
  const auto same = [](const char* auto_pad) { return node(11).set("auto_pad", auto_pad); };
  CHECK(show(same("SAME_UPPER").run({X, W})) == "float[1, 1, 3] 11 111 1110");
  CHECK(show(same("SAME_LOWER").run({X, W})) == "float[1, 1, 3] 111 1110 1100");
  CHECK(show(same("VALID").run({X, W})) == "float[1, 1, 6] 1 11 111 1110 1100 1000");
  CHECK(show(node(1).set("auto_pad", "SAME_UPPER").run({X, W})) == "float[1, 1, 3] 11 111 1110");
  // The kernel is shorter than the stride: the end stays empty.
  CHECK(show(same("SAME_UPPER").set("strides", Integers{2}).run({X, f32({1, 1, 1}, {1})})) ==
        "float[1, 1, 6] 1 0 1 0 1 0");
}

TEST_CASE("ConvTranspose cuts to output_shape") {
  const auto sized = [](int64_t size) {
    return node(11).set("strides", Integers{2}).set("output_shape", Integers{size});
  };
  CHECK(show(sized(6).run({X, W})) == "float[1, 1, 6] 10 101 1010 101 1010 100");
  CHECK(show(sized(7).run({X, W})) == "float[1, 1, 7] 10 101 1010 101 1010 100 1000");
  CHECK(show(sized(7).set("auto_pad", "SAME_UPPER").run({X, W})) ==
        "float[1, 1, 7] 1 10 101 1010 101 1010 100");
  CHECK(show(sized(7).set("auto_pad", "SAME_LOWER").run({X, W})) ==
        "float[1, 1, 7] 10 101 1010 101 1010 100 1000");
  CHECK(show(sized(9).run({X, W})) == "float[1, 1, 9] 1 10 101 1010 101 1010 100 1000 0");
}

TEST_CASE("ConvTranspose mixes channels within groups and adds a bias") {
  const Tensor x = f32({1, 2, 2}, {1, 2, 3, 4});
  CHECK(show(node(1).run({x, f32({2, 2, 1}, {1, 10, 100, 1000}), f32({2}, {0, 0.5})})) ==
        "float[1, 2, 2] 301 402 3010.5 4020.5");
  CHECK(show(node(1).set("group", 2).run({x, f32({2, 2, 1}, {1, 10, 100, 1000})})) ==
        "float[1, 4, 2] 1 2 10 20 300 400 3000 4000");
}

TEST_CASE("ConvTranspose in two dimensions and for a batch") {
  const Tensor x = f32({2, 1, 1, 2}, {1, 2, 3, 4});
  const Tensor w = f32({1, 1, 2, 2}, {1, 10, 100, 1000});
  CHECK(show(node(11).run({x, w})) ==
        "float[2, 1, 2, 3] 1 12 20 100 1200 2000 3 34 40 300 3400 4000");
}

TEST_CASE("ConvTranspose rounds once") {
  CHECK(show(node(11).run(
            {f32({1, 1, 3}, {1, 1, 1}), f32({1, 1, 3}, {1e8, 1, -1e8}), f32({1}, {0})})) ==
        "float[1, 1, 5] 100000000 100000000 1 -100000000 -100000000");
  const Tensor x = tensor(DType::float64, {1, 1, 3}, {1, 1, 1});
  const Tensor w = tensor(DType::float64, {1, 1, 3}, {1e20, 1, -1e20});
  CHECK(show(node(11).run({x, w})) == "double[1, 1, 5] 1e+20 1e+20 1 -1e+20 -1e+20");
}

TEST_CASE("ConvTranspose multiplies infinity only by the elements that overlap it") {
  CHECK(show(node(11).set("strides", Integers{2}).run({X, f32({1, 1, 2}, {INFINITY, 1})})) ==
        "float[1, 1, 6] inf 1 inf 1 inf 1");
}

TEST_CASE("ConvTranspose of empty inputs, and of inputs that do not fit") {
  CHECK(show(node(11).run({f32({0, 1, 3}, {}), W})) == "float[0, 1, 6]");
  CHECK(node(11).error({f32({1, 2, 3}, {1, 1, 1, 1, 1, 1}), W}) ==
        "InvalidInput: ConvTranspose-11 (output 'y0'): X of shape [1, 2, 3] and W of shape "
        "[1, 1, 4] do not fit 1 groups");
  CHECK(node(11).set("pads", Integers{4, 4}).error({X, W}) ==
        "InvalidInput: ConvTranspose-11 (output 'y0'): the pads 4 and 4 leave nothing");
  CHECK(node(11).set("pads", Integers{1, 1}).set("auto_pad", "SAME_UPPER").error({X, W}) ==
        "InvalidInput: ConvTranspose-11 (output 'y0'): pads are given together with auto_pad "
        "SAME_UPPER");
  CHECK(node(11).set("kernel_shape", Integers{3}).error({X, W}) ==
        "InvalidInput: ConvTranspose-11 (output 'y0'): the kernel [4] does not fit X and "
        "kernel_shape");
}

TEST_CASE("ConvTranspose is -0 exactly when all that lands is, and the bias") {
  const Tensor negative = f32({1, 1, 2}, {-0.0, -0.0});
  const OneNode spread = node(11).set("strides", Integers{2});
  CHECK(show(spread.run({negative, f32({1, 1, 1}, {1})})) == "float[1, 1, 3] -0 0 -0");
  CHECK(show(spread.run({negative, f32({1, 1, 1}, {1}), f32({1}, {-0.0})})) ==
        "float[1, 1, 3] -0 -0 -0");
  CHECK(show(node(11).run({negative, f32({1, 1, 2}, {1, -1})})) == "float[1, 1, 3] -0 0 0");
}

}  // namespace etalon::test::conv_transpose_test
