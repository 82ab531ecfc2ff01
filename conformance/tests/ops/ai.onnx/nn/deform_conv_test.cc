#include "conformance/tests/ops/one_node.h"

namespace etalon::test::deform_conv_test {
namespace {

const Tensor X = f32({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6});
const Tensor W = f32({1, 1, 1, 1}, {1});

OneNode node(int64_t opset = 19) { return OneNode("DeformConv", opset); }

}  // namespace

TEST_CASE("DeformConv without offsets is Conv") {
  const Tensor kernel = f32({1, 1, 2, 2}, {1, 10, 100, 1000});
  const Tensor offset = f32({1, 8, 1, 2}, std::vector<double>(16, 0));
  for (const int64_t opset : {19, 22}) {
    CHECK(show(node(opset).run({X, kernel, offset})) == "float[1, 1, 1, 2] 5421 6532");
  }
}

TEST_CASE("DeformConv interpolates between elements, and takes 0 outside") {
  const auto at = [](double row, double column) {
    return show(node()
                    .set("strides", std::vector<int64_t>{2, 3})
                    .run({X, W, f32({1, 2, 1, 1}, {row, column})}));
  };
  CHECK(at(0.5, 0) == "float[1, 1, 1, 1] 2.5");
  CHECK(at(0, 1.25) == "float[1, 1, 1, 1] 2.25");
  CHECK(at(0.5, 0.5) == "float[1, 1, 1, 1] 3");
  CHECK(at(-0.5, 0) == "float[1, 1, 1, 1] 0.5");  // halfway to the 0 above
  CHECK(at(1.75, 2) == "float[1, 1, 1, 1] 1.5");
  CHECK(at(-1, 0) == "float[1, 1, 1, 1] 0");
  CHECK(at(0, 3) == "float[1, 1, 1, 1] 0");
  CHECK(at(1e30, -INFINITY) == "float[1, 1, 1, 1] 0");
}

TEST_CASE("DeformConv offsets are counted from the padded, strided and dilated position") {
  // A 1x2 kernel with dilation 2 and one column of padding before: columns −1 and 1, moved by 1.
  CHECK(show(node()
                 .set("pads", std::vector<int64_t>{0, 1, 0, 0})
                 .set("dilations", std::vector<int64_t>{1, 2})
                 .set("strides", std::vector<int64_t>{2, 2})
                 .run({X, f32({1, 1, 1, 2}, {1, 10}), f32({1, 4, 1, 1}, {0, 1, 0, 1})})) ==
        "float[1, 1, 1, 1] 31");
}

TEST_CASE("DeformConv weighs samples by a mask and adds a bias") {
  CHECK(show(node()
                 .set("strides", std::vector<int64_t>{2, 3})
                 .run({X, f32({2, 1, 1, 1}, {1, 10}), f32({1, 2, 1, 1}, {0, 1}), f32({2}, {0, 100}),
                       f32({1, 1, 1, 1}, {0.5})})) == "float[1, 2, 1, 1] 1 110");
}

TEST_CASE("DeformConv has groups of channels and groups of offsets") {
  const Tensor x = f32({1, 2, 1, 2}, {1, 2, 3, 4});
  const OneNode grouped = node().set("strides", std::vector<int64_t>{1, 2}).set("offset_group", 2);
  const Tensor offset = f32({1, 4, 1, 1}, {0, 0, 0, 1});
  CHECK(show(OneNode(grouped).run({x, f32({1, 2, 1, 1}, {1, 10}), offset})) ==
        "float[1, 1, 1, 1] 41");
  CHECK(show(OneNode(grouped).set("group", 2).run({x, f32({2, 1, 1, 1}, {1, 10}), offset})) ==
        "float[1, 2, 1, 1] 1 40");
}

TEST_CASE("DeformConv in one and three dimensions, and for a batch") {
  CHECK(show(node(22).run({f32({2, 1, 2}, {1, 2, 3, 4}), f32({1, 1, 2}, {1, 10}),
                           f32({2, 2, 1}, {0.5, 0, 0, -0.5})})) ==
        "float[2, 1, 1] 21.5 38");  // 1.5 + 10·2, 3 + 10·3.5
  CHECK(show(node(22)
                 .set("strides", std::vector<int64_t>{1, 1, 2})
                 .run({f32({1, 1, 1, 1, 2}, {1, 2}), f32({1, 1, 1, 1, 1}, {1}),
                       f32({1, 3, 1, 1, 1}, {0, 0, 0.5})})) == "float[1, 1, 1, 1, 1] 1.5");
}

TEST_CASE("DeformConv of empty inputs, and of inputs that do not fit") {
  CHECK(show(node().run({f32({0, 1, 1, 1}, {}), W, f32({0, 2, 1, 1}, {})})) == "float[0, 1, 1, 1]");
  CHECK(node()
            .error({X, W, f32({1, 2, 1, 1}, {0, 0})})
            .ends_with("offset has the shape [1, 2, 1, 1], not [1, 2, 2, 3]"));
  CHECK(node()
            .set("offset_group", 2)
            .error({X, W, f32({1, 2, 1, 1}, {0, 0})})
            .ends_with("offset_group 2 does not divide 1 channels"));
  CHECK(node()
            .set("strides", std::vector<int64_t>{2, 3})
            .error({X, W, f32({1, 2, 1, 1}, {0, NAN})}) ==
        "Unspecified: DeformConv-19 (output 'y0'): an offset is NaN");
}

TEST_CASE("DeformConv reads at offsets of any size, and is -0 exactly when all products are") {
  const Tensor row = f32({1, 1, 1, 3}, {-0.0, 5, -0.0});
  const auto moved = [&](double column) {
    return show(node().run({row, W, f32({1, 2, 1, 3}, {0, 0, 0, 0, column, 0})}));
  };
  // The first element comes with the second, of weight 0: -0 + 0 · 5.
  CHECK(moved(0) == "float[1, 1, 1, 3] 0 5 -0");
  CHECK(moved(1e-30) == "float[1, 1, 1, 3] 0 5 -0");
  CHECK(moved(-1e-30) == "float[1, 1, 1, 3] 0 5 -0");
  CHECK(moved(1) == "float[1, 1, 1, 3] 0 -0 -0");
  CHECK(moved(1e30) == "float[1, 1, 1, 3] 0 0 -0");
}

}  // namespace etalon::test::deform_conv_test
