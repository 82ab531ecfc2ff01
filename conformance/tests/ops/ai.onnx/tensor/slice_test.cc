#include "conformance/tests/ops/one_node.h"

namespace etalon::test::slice_test {

TEST_CASE("Slice refuses a step of 0 and lists of different lengths") {
  const Tensor data = f32({2}, {1, 2});
  CHECK(OneNode("Slice", 13).error({data, i64({1}, {0}), i64({1}, {1}), Value(), i64({1}, {0})}) ==
        "InvalidInput: Slice-13 (output 'y0'): a step is 0");
  CHECK(OneNode("Slice", 13).error({data, i64({1}, {0}), i64({2}, {1, 1})}) ==
        "InvalidInput: Slice-13 (output 'y0'): there are 1 starts, 2 ends, 1 axes and 1 steps for "
        "1 axes of data");
  CHECK(OneNode("Slice", 13)
            .error({data, i64({1}, {0}), i64({1}, {1}), i64({1}, {1})})
            .starts_with("InvalidInput"));
}

TEST_CASE("Inputs that are lists of numbers have rank 1") {
  const Tensor data = f32({1}, {1}), zero = i64({1}, {0}), one = i64({1}, {1});
  const Tensor pads = i64({2}, {0, 0});
  const auto error = [](const char* op, int opset, const Values& inputs) {
    const std::string message = OneNode(op, opset).error(inputs);
    return message.substr(std::min(message.size(), message.find("'y0'): ") + 7));
  };
  for (const Tensor& list : {i64({}, {0}), i64({1, 1}, {0})}) {
    const std::string rest = fmt::format(" has rank {}, not 1", list.rank());
    for (const char* op : {"CenterCropPad", "Expand", "Reshape"}) {
      CHECK(error(op, 18, {data, list}) == "shape" + rest);
    }
    CHECK(error("Reshape", 5, {data, list}) == "shape" + rest);
    CHECK(error("Split", 13, {data, list}) == "split" + rest);
    CHECK(error("Split", 18, {data, list}) == "split" + rest);
    CHECK(error("Tile", 13, {data, list}) == "repeats" + rest);
    CHECK(error("Squeeze", 25, {data, list}) == "axes" + rest);
    CHECK(error("Unsqueeze", 25, {data, list}) == "axes" + rest);
    CHECK(error("Pad", 25, {data, list}) == "pads" + rest);
    CHECK(error("Pad", 25, {data, pads, Value(), list}) == "axes" + rest);
    CHECK(error("Slice", 10, {data, list, one}) == "starts" + rest);
    CHECK(error("Slice", 13, {data, zero, list}) == "ends" + rest);
    CHECK(error("Slice", 13, {data, zero, one, list}) == "axes" + rest);
    CHECK(error("Slice", 13, {data, zero, one, zero, list}) == "steps" + rest);
  }
}

TEST_CASE("Squeeze and Unsqueeze take a scalar as a list of one axis before version 23") {
  const Tensor data = f32({1}, {1});
  CHECK(show(OneNode("Squeeze", 21).run({data, i64({}, {0})})) == "float[] 1");
  CHECK(show(OneNode("Unsqueeze", 13).run({data, i64({}, {0})})) == "float[1, 1] 1");
  CHECK(OneNode("Unsqueeze", 13).error({data, i64({1, 1}, {0})}) ==
        "InvalidInput: Unsqueeze-13 (output 'y0'): axes has rank 2, not 1");
}

}  // namespace etalon::test::slice_test
