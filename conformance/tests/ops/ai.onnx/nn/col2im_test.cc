#include "conformance/tests/ops/one_node.h"

namespace etalon::test::col2im_test {

TEST_CASE("Col2Im lays blocks side by side") {
  // Two blocks of 1 × 2 in an image of 1 × 4, with stride 2.
  CHECK(show(OneNode("Col2Im", 18)
                 .set("strides", std::vector<int64_t>{1, 2})
                 .run({f32({1, 2, 2}, {1, 3, 2, 4}), i64({2}, {1, 4}), i64({2}, {1, 2})})) ==
        "float[1, 1, 1, 4] 1 2 3 4");
}

TEST_CASE("Col2Im sums where blocks overlap") {
  CHECK(show(OneNode("Col2Im", 18)
                 .run({f32({1, 2, 3}, {1, 2, 3, 10, 20, 30}), i64({2}, {1, 4}),
                       i64({2}, {1, 2})})) == "float[1, 1, 1, 4] 1 12 23 30");
  CHECK(show(OneNode("Col2Im", 18)
                 .run({tensor(DType::uint8, {1, 2, 2}, {0, 200, 100, 0}), i64({2}, {1, 3}),
                       i64({2}, {1, 2})})) == "uint8[1, 1, 1, 3] 0 44 0");
}

TEST_CASE("Col2Im drops what falls into the padding and spreads dilated blocks") {
  CHECK(show(OneNode("Col2Im", 18)
                 .set("pads", std::vector<int64_t>{0, 1, 0, 0})
                 .run({f32({1, 2, 2}, {1, 2, 10, 20}), i64({2}, {1, 2}), i64({2}, {1, 2})})) ==
        "float[1, 1, 1, 2] 12 20");
  CHECK(show(OneNode("Col2Im", 18)
                 .set("dilations", std::vector<int64_t>{1, 2})
                 .run({f32({1, 2, 2}, {1, 2, 10, 20}), i64({2}, {1, 4}), i64({2}, {1, 2})})) ==
        "float[1, 1, 1, 4] 1 2 10 20");
}

TEST_CASE("Col2Im keeps channels, batches and three axes apart") {
  CHECK(show(OneNode("Col2Im", 18)
                 .run({f32({2, 2, 1}, {1, 2, 3, 4}), i64({3}, {1, 1, 1}), i64({3}, {1, 1, 1})})) ==
        "float[2, 2, 1, 1, 1] 1 2 3 4");
  CHECK(show(OneNode("Col2Im", 18).run({f32({0, 4, 1}, {}), i64({2}, {2, 2}), i64({2}, {2, 2})})) ==
        "float[0, 1, 2, 2]");
}

TEST_CASE("Col2Im refuses shapes that do not fit") {
  const auto error = [](const Shape& shape, const std::vector<int64_t>& image,
                        const std::vector<int64_t>& block) {
    return OneNode("Col2Im", 18)
        .error({Tensor::zeros(DType::float32, shape), i64({image.size()}, image),
                i64({block.size()}, block)});
  };
  const std::string place = "InvalidInput: Col2Im-18 (output 'y0'): ";
  CHECK(error({1, 3, 3}, {1, 4}, {1, 2}) ==
        place + "input has the shape [1, 3, 3], not [N, C * 2, 3]");
  CHECK(error({1, 2, 2}, {1, 4}, {1, 2}) ==
        place + "input has the shape [1, 2, 2], not [N, C * 2, 3]");
  CHECK(error({1, 2, 2}, {1, 4}, {2}) == place + "image_shape has 2 elements, block_shape 1");
  CHECK(error({1, 2, 2}, {1, 4}, {1, 0}) == place + "the kernel [1, 0] has a dimension of 0");
  CHECK(OneNode("Col2Im", 18)
            .set("strides", std::vector<int64_t>{1, 0})
            .error({f32({1, 2, 1}, {1, 2}), i64({2}, {1, 2}), i64({2}, {1, 2})}) ==
        place + "strides has a value of 0, which is too small");
  CHECK(
      OneNode("Col2Im", 18).error({texts({1, 1, 1}, {"a"}), i64({2}, {1, 1}), i64({2}, {1, 1})}) ==
      "Unspecified: Col2Im-18 (output 'y0'): strings have no sum");
}

TEST_CASE("Col2Im is -0 exactly when all that lands is") {
  const Tensor columns = f32({1, 2, 2}, {-0.0, -0.0, -0.0, 0});
  CHECK(show(OneNode("Col2Im", 18).run({columns, i64({1}, {3}), i64({1}, {2})})) ==
        "float[1, 1, 3] -0 -0 0");
}

}  // namespace etalon::test::col2im_test
