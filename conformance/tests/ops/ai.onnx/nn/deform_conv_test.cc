#include "conformance/tests/ops/one_node.h"

namespace etalon::test::deform_conv_test {
namespace {

const Tensor X = f32({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6});
const Tensor W = f32({1, 1, 1, 1}, {1});

OneNode node(int64_t opset = 19) { return OneNode("DeformConv", opset); }

}  // namespace

TEST_CASE("DeformConv of empty inputs and of inputs that do not fit") {
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

TEST_CASE("DeformConv reads at offsets of any size and is -0 exactly when all products are") {
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
