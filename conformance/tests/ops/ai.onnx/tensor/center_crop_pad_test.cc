#include "conformance/tests/ops/one_node.h"

namespace etalon::test::center_crop_pad_test {

TEST_CASE("CenterCropPad keeps the centre") {
  const auto resized = [](size_t size, int64_t target) {
    std::vector<double> values(size);
    for (size_t i = 0; i < size; ++i) values[i] = static_cast<double>(i + 1);
    return show(OneNode("CenterCropPad", 18).run({f32({size}, values), i64({1}, {target})}));
  };
  CHECK(resized(5, 3) == "float[3] 2 3 4");
  CHECK(resized(5, 2) == "float[2] 2 3");
  CHECK(resized(4, 1) == "float[1] 2");
  CHECK(resized(2, 4) == "float[4] 0 1 2 0");
  CHECK(resized(2, 5) == "float[5] 0 1 2 0 0");
  CHECK(resized(3, 0) == "float[0]");
}

TEST_CASE("CenterCropPad of some axes") {
  const Tensor data = tensor(DType::int8, {2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("CenterCropPad", 18).set("axes", Integers{-1}).run({data, i64({1}, {1})})) ==
        "int8[2, 1] 2 5");
  CHECK(show(OneNode("CenterCropPad", 18)
                 .set("axes", Integers{1, 0})
                 .run({data, tensor(DType::int32, {2}, {4, 1})})) == "int8[1, 4] 1 2 3 0");
  CHECK(show(OneNode("CenterCropPad", 18).run({texts({1}, {"a"}), i64({1}, {2})})) ==
        "string[2] 'a' ''");
  CHECK(OneNode("CenterCropPad", 18).error({data, i64({1}, {1})}) ==
        "InvalidInput: CenterCropPad-18 (output 'y0'): shape has 1 dimensions for 2 axes");
  CHECK(OneNode("CenterCropPad", 18).error({data, i64({2}, {1, -1})}) ==
        "InvalidInput: CenterCropPad-18 (output 'y0'): a dimension of -1 is negative");
}

}  // namespace etalon::test::center_crop_pad_test
