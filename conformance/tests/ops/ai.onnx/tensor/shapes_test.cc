// Operators that change or tell a tensor's shape: Reshape, Flatten, Squeeze, Unsqueeze, Shape,
// Size, Identity.
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::shapes_test {
namespace {

std::string reshaped(const Shape& from, const std::vector<int64_t>& to) {
  const Value result = OneNode("Reshape", 13).run({counted(from), i64({to.size()}, to)});
  return to_string(result.tensor().shape());
}

}  // namespace

TEST_CASE("Reshape-1 takes the shape from its attribute") {
  const std::vector<int64_t> shape{3, 2};
  CHECK(show(OneNode("Reshape", 1).set("shape", shape).run({counted({2, 3})})) ==
        "float[3, 2] 0 1 2 3 4 5");
  CHECK(show(OneNode("Reshape", 1)
                 .set("shape", std::vector<int64_t>{0, -1})
                 .run({counted({2, 1, 2})})) == "float[2, 2] 0 1 2 3");
  CHECK(OneNode("Reshape", 1).error({counted({2})}) ==
        "InvalidInput: Reshape-1 (output 'y0'): attribute 'shape' is missing");
}

TEST_CASE("Reshape-5 infers -1 and copies 0") {
  CHECK(reshaped({2, 3, 4}, {4, -1}) == "[4, 6]");
  CHECK(reshaped({2, 3, 4}, {0, -1, 2}) == "[2, 6, 2]");
  CHECK(reshaped({2, 3, 4}, {-1, 0}) == "[8, 3]");
  CHECK(reshaped({1, 1}, {}) == "[]");
  CHECK(reshaped({}, {1, -1}) == "[1, 1]");
  CHECK(reshaped({0, 3}, {0, 5}) == "[0, 5]");
  CHECK(reshaped({0, 3}, {3, -1}) == "[3, 0]");
}

TEST_CASE("Reshape-5 refuses shapes of another size") {
  const auto error = [](const std::vector<int64_t>& shape) {
    return OneNode("Reshape", 5).error({counted({2, 3}), i64({shape.size()}, shape)});
  };
  const std::string place = "InvalidInput: Reshape-5 (output 'y0'): ";
  CHECK(error({4}) == place + "[2, 3] cannot be reshaped to [4]: 6 elements against 4");
  CHECK(error({-1, 4}) == place + "no dimension in place of -1 makes 6 elements of [4]");
  CHECK(error({-1, -1}) == place + "shape holds -1 twice");
  CHECK(error({1, 2, 0}) == place + "shape's 0 at 2 has no dimension to copy");
  CHECK(error({-2, -3}) == place + "a dimension of -2 is negative");
  CHECK(OneNode("Reshape", 5).error({counted({3, 0}), i64({2}, {-1, 0})}) ==
        place + "no dimension in place of -1 makes 0 elements of [0]");
}

TEST_CASE("Reshape-14 with allowzero takes 0 as it is") {
  const Tensor empty = counted({0, 3});
  CHECK(show(OneNode("Reshape", 14).set("allowzero", 1).run({empty, i64({2}, {3, 0})})) ==
        "float[3, 0]");
  CHECK(OneNode("Reshape", 14).error({empty, i64({3}, {3, 0, 0})}).starts_with("InvalidInput"));
  CHECK(OneNode("Reshape", 14).set("allowzero", 1).error({empty, i64({2}, {-1, 0})}) ==
        "InvalidInput: Reshape-14 (output 'y0'): shape holds both 0 and -1 and allowzero is 1");
}

TEST_CASE("Reshape keeps strings and narrow types") {
  CHECK(show(OneNode("Reshape", 5).run({texts({2}, {"a", "b"}), i64({2}, {2, 1})})) ==
        "string[2, 1] 'a' 'b'");
  CHECK(show(OneNode("Reshape", 25).run({tensor(DType::int2, {2}, {-2, 1}), i64({1}, {-1})})) ==
        "int2[2] -2 1");
}

TEST_CASE("Flatten splits the axes into rows and columns") {
  const auto flattened = [](const Tensor& input, int64_t axis, int64_t opset) {
    const Value result = OneNode("Flatten", opset).set("axis", axis).run({input});
    return to_string(result.tensor().shape());
  };
  const Tensor input = counted({2, 3, 4});
  CHECK(to_string(OneNode("Flatten", 1).run({input}).tensor().shape()) == "[2, 12]");
  CHECK(flattened(input, 0, 1) == "[1, 24]");
  CHECK(flattened(input, 2, 9) == "[6, 4]");
  CHECK(flattened(input, 3, 9) == "[24, 1]");
  CHECK(flattened(input, -1, 11) == "[6, 4]");
  CHECK(flattened(input, -3, 11) == "[1, 24]");
  CHECK(flattened(counted({}), 0, 13) == "[1, 1]");
  CHECK(flattened(counted({2, 0}), 1, 13) == "[2, 0]");
}

TEST_CASE("Flatten refuses axes out of its version's range") {
  const Tensor input = counted({2, 3});
  CHECK(OneNode("Flatten", 9).set("axis", -1).error({input}) ==
        "InvalidInput: Flatten-9 (output 'y0'): axis -1 is outside [0, 2]");
  CHECK(OneNode("Flatten", 11).set("axis", 3).error({input}) ==
        "InvalidInput: Flatten-11 (output 'y0'): axis 3 is outside [-2, 2]");
  CHECK(OneNode("Flatten", 13).error({counted({})}) ==
        "InvalidInput: Flatten-13 (output 'y0'): axis 1 is outside [0, 0]");
}

TEST_CASE("Squeeze removes axes of size 1") {
  const std::vector<int64_t> axes{0, 2};
  const Tensor data = counted({1, 2, 1, 1});
  CHECK(show(OneNode("Squeeze", 1).set("axes", axes).run({data})) == "float[2, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 1).run({data})) == "float[2] 0 1");
  CHECK(show(OneNode("Squeeze", 11).set("axes", std::vector<int64_t>{-1}).run({data})) ==
        "float[1, 2, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({data, i64({2}, {-1, 0})})) == "float[2, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({data, i64({0}, {})})) == "float[1, 2, 1, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({data})) == "float[2] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({counted({})})) == "float[] 0");
  CHECK(show(OneNode("Squeeze", 13).run({counted({0, 1})})) == "float[0]");
}

TEST_CASE("Squeeze refuses other axes") {
  const Tensor data = counted({1, 2});
  CHECK(OneNode("Squeeze", 13).error({data, i64({1}, {1})}) ==
        "InvalidInput: Squeeze-13 (output 'y0'): axis 1 of [1, 2] is not of size 1");
  CHECK(OneNode("Squeeze", 1).set("axes", std::vector<int64_t>{-2}).error({data}) ==
        "InvalidInput: Squeeze-1 (output 'y0'): axis -2 is negative");
  CHECK(OneNode("Squeeze", 13).error({data, i64({2}, {0, -2})}) ==
        "InvalidInput: Squeeze-13 (output 'y0'): axis -2 is named twice");
}

TEST_CASE("Unsqueeze inserts axes of size 1, numbered in the result") {
  const Tensor data = counted({2, 3});
  const auto shape = [&](const std::vector<int64_t>& axes) {
    const Value result = OneNode("Unsqueeze", 13).run({data, i64({axes.size()}, axes)});
    return to_string(result.tensor().shape());
  };
  CHECK(shape({0}) == "[1, 2, 3]");
  CHECK(shape({4, 0, 1}) == "[1, 1, 2, 3, 1]");
  CHECK(shape({-1, 1}) == "[2, 1, 3, 1]");
  CHECK(shape({}) == "[2, 3]");
  CHECK(show(OneNode("Unsqueeze", 1).set("axes", std::vector<int64_t>{0}).run({counted({})})) ==
        "float[1] 0");
  CHECK(show(OneNode("Unsqueeze", 11).set("axes", std::vector<int64_t>{-2}).run({counted({2})})) ==
        "float[1, 2] 0 1");
}

TEST_CASE("Unsqueeze refuses axes twice, out of range, and before 11 negative") {
  const Tensor data = counted({2});
  CHECK(OneNode("Unsqueeze", 13).error({data, i64({2}, {0, -3})}) ==
        "InvalidInput: Unsqueeze-13 (output 'y0'): axis -3 is named twice");
  CHECK(OneNode("Unsqueeze", 13).error({data, i64({1}, {2})}) ==
        "InvalidInput: Unsqueeze-13 (output 'y0'): axis 2 is outside [-2, 1]");
  CHECK(OneNode("Unsqueeze", 1).set("axes", std::vector<int64_t>{-1}).error({data}) ==
        "InvalidInput: Unsqueeze-1 (output 'y0'): axis -1 is negative");
}

TEST_CASE("Shape tells the dimensions") {
  CHECK(show(OneNode("Shape", 1).run({counted({2, 3})})) == "int64[2] 2 3");
  CHECK(show(OneNode("Shape", 13).run({counted({})})) == "int64[0]");
  CHECK(show(OneNode("Shape", 1).run({texts({0, 4}, {})})) == "int64[2] 0 4");
}

TEST_CASE("Shape-15 tells those between start and end, clamped") {
  const auto part = [](int64_t start, int64_t end) {
    return show(OneNode("Shape", 15).set("start", start).set("end", end).run({counted({2, 3, 4})}));
  };
  CHECK(part(0, 3) == "int64[3] 2 3 4");
  CHECK(part(1, 2) == "int64[1] 3");
  CHECK(part(-1, 3) == "int64[1] 4");
  CHECK(part(0, -1) == "int64[2] 2 3");
  CHECK(part(-10, 10) == "int64[3] 2 3 4");
  CHECK(part(2, 1) == "int64[0]");
  CHECK(part(5, 9) == "int64[0]");
  CHECK(part(INT64_MIN, INT64_MAX) == "int64[3] 2 3 4");
  CHECK(show(OneNode("Shape", 15).set("start", 1).run({counted({2, 3, 4})})) == "int64[2] 3 4");
  CHECK(show(OneNode("Shape", 25).run({tensor(DType::uint2, {1}, {3})})) == "int64[1] 1");
}

TEST_CASE("Size counts the elements") {
  CHECK(show(OneNode("Size", 1).run({counted({2, 3})})) == "int64[] 6");
  CHECK(show(OneNode("Size", 13).run({counted({})})) == "int64[] 1");
  CHECK(show(OneNode("Size", 25).run({counted({5, 0})})) == "int64[] 0");
}

TEST_CASE("Identity gives tensors, sequences and optionals back") {
  CHECK(show(OneNode("Identity", 1).run({texts({1}, {"x"})})) == "string[1] 'x'");
  const Value sequence = Sequence{Type::tensor(DType::float32), {counted({1}), counted({2})}};
  CHECK(show(OneNode("Identity", 14).run({sequence})) == "seq(float[1] 0; float[2] 0 1)");
  const Value none = Optional{Type::tensor(DType::float32), nullptr};
  CHECK(show(OneNode("Identity", 16).run({none})) == "optional()");
  CHECK(OneNode("Identity", 13).error({sequence}) ==
        "InvalidInput: Identity-13 (output 'y0'): input 'input' is a seq(tensor(float)), which its "
        "type T does not admit");
}

}  // namespace etalon::test::shapes_test
