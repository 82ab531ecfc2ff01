#include "conformance/tests/ops/one_node.h"

namespace etalon::test::col2im_test {

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
  CHECK(error({1, 2, 2}, {1, 4}, {2}) == place + "block_shape has 1 elements, fewer than 2");
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
  CHECK(show(OneNode("Col2Im", 18).run({columns, i64({2}, {1, 3}), i64({2}, {1, 2})})) ==
        "float[1, 1, 1, 3] -0 -0 0");
}

}  // namespace etalon::test::col2im_test
