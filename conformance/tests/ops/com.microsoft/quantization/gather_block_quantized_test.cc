#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gather_block_quantized_test {

TEST_CASE("GatherBlockQuantized keeps the shape of the indices") {
  OneNode gather("GatherBlockQuantized", 1, "com.microsoft");
  const Tensor data = tensor(DType::uint4, {3, 1}, {1, 2, 3});
  CHECK(show(gather.run({data, i64({2, 2}, {0, 1, 2, -1}), f32({3, 1}, {1, 10, 100})})) ==
        "float[2, 2, 1] 1 20 300 300");
  CHECK(show(gather.run({data, i64({0}, {}), f32({3, 1}, {1, 10, 100})})) == "float[0, 1]");
}

TEST_CASE(
    "GatherBlockQuantized refuses scales and zero points of other shapes and zero points of "
    "floats") {
  OneNode gather("GatherBlockQuantized", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.GatherBlockQuantized-1 (output 'y0'): ";
  const Tensor data = tensor(DType::uint4, {3, 1}, {1, 2, 3});
  CHECK(gather.error({data, i64({}, {2}), f32({2, 1}, {1, 10})}) ==
        place + "scales has the shape [2, 1], not [3, 1]");
  CHECK(gather.error(
            {data, i64({}, {2}), f32({3, 1}, {1, 10, 100}), tensor(DType::uint4, {1, 1}, {1})}) ==
        place + "zero_points has the shape [1, 1], not [3, 1]");
  const Tensor floats = tensor(DType::float8e5m2, {1, 1}, {1});
  CHECK(gather.error({floats, i64({}, {0}), f32({1, 1}, {1}), floats}) ==
        place + "zero_points are given where data are floats");
}

}  // namespace etalon::test::gather_block_quantized_test
