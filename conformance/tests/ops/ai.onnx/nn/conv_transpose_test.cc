#include "conformance/tests/ops/one_node.h"

namespace etalon::test::conv_transpose_test {
namespace {

const Tensor X = f32({1, 1, 3}, {1, 1, 1});
const Tensor W = f32({1, 1, 4}, {1, 10, 100, 1000});

OneNode node(int64_t opset) { return OneNode("ConvTranspose", opset); }

}  // namespace

TEST_CASE("ConvTranspose's output_padding lengthens the far end") {
  // It selects computed elements where pads cut some off.
  CHECK(node(11).set("strides", Integers{2}).set("output_padding", Integers{2}).error({X, W}) ==
        "InvalidInput: ConvTranspose-11 (output 'y0'): output_padding 2 is not below stride 2 or "
        "dilation 1");
}

TEST_CASE("ConvTranspose of empty inputs and of inputs that do not fit") {
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

TEST_CASE("ConvTranspose is -0 exactly when all that lands is and the bias") {
  const Tensor negative = f32({1, 1, 2}, {-0.0, -0.0});
  const OneNode spread = node(11).set("strides", Integers{2});
  CHECK(show(spread.run({negative, f32({1, 1, 1}, {1})})) == "float[1, 1, 3] -0 0 -0");
  CHECK(show(spread.run({negative, f32({1, 1, 1}, {1}), f32({1}, {-0.0})})) ==
        "float[1, 1, 3] -0 -0 -0");
  CHECK(show(node(11).run({negative, f32({1, 1, 2}, {1, -1})})) == "float[1, 1, 3] -0 0 0");
}

}  // namespace etalon::test::conv_transpose_test
