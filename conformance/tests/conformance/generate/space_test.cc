#include "conformance/generate/space.h"

#include <algorithm>
#include <limits>

#include "conformance/tests/catch.h"

namespace etalon::space_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool has(const std::vector<Point>& points, const std::string& factor, const std::string& level) {
  return std::find(points.begin(), points.end(), Point{factor, level}) != points.end();
}

Tensor floats(const Shape& shape, const std::vector<double>& values) {
  Reals array = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(DType::float32, array);
}

std::vector<Point> softmax(int64_t axis, const Tensor& input) {
  onnx::NodeProto node;
  node.add_output("output");
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name("axis");
  attribute.set_type(onnx::AttributeProto::INT);
  attribute.set_i(axis);
  return points_of(*find_schema("", "Softmax", 13), node, {input});
}

TEST_CASE("points_of: type and shape and value classes of an input") {
  const std::vector<Point> points = softmax(0, floats({2, 3}, {1, 2, 3, 4, 5, 6}));
  CHECK(has(points, "T", "float"));
  CHECK(has(points, "shape input", "rank 2"));
  CHECK(has(points, "shape input", "primes"));
  CHECK(has(points, "values input", "ordinary"));
  CHECK(points.size() == 5);
  const std::vector<Point> edges = softmax(0, floats({1, 0}, {}));
  CHECK(has(edges, "shape input", "dimension 0"));
  CHECK(has(edges, "shape input", "dimension 1"));
}

TEST_CASE("points_of: an attribute is absent; its default or of a class") {
  const Tensor X = floats({1}, {1});
  CHECK(has(softmax(-1, X), "axis", "default"));
  CHECK(has(softmax(-2, X), "axis", "negative"));
  CHECK(has(softmax(0, X), "axis", "0"));
  CHECK(has(softmax(1, X), "axis", "1"));
  CHECK(has(softmax(2, X), "axis", "greater"));
  onnx::NodeProto node;
  CHECK(has(points_of(*find_schema("", "Softmax", 13), node, {X}), "axis", "absent"));
}

TEST_CASE("points_of: data types and strings and lists have levels of their own") {
  onnx::NodeProto node;
  const auto attribute = [&](const char* name, auto type) {
    onnx::AttributeProto& added = *node.add_attribute();
    added.set_name(name);
    added.set_type(type);
    return &added;
  };
  attribute("to", onnx::AttributeProto::INT)->set_i(10);
  CHECK(has(points_of(*find_schema("", "Cast", 13), node, {}), "to", "float16"));
  node.Clear();
  attribute("auto_pad", onnx::AttributeProto::STRING)->set_s("SAME_UPPER");
  onnx::AttributeProto& strides = *attribute("strides", onnx::AttributeProto::INTS);
  strides.add_ints(2);
  strides.add_ints(3);
  const std::vector<Point> points = points_of(*find_schema("", "Conv", 11), node, {});
  CHECK(has(points, "auto_pad", "SAME_UPPER"));
  CHECK(has(points, "strides", "length 2"));
  CHECK(has(points, "strides", "greater"));
  CHECK(has(points, "strides", "unequal"));
  CHECK(has(points, "dilations", "absent"));
}

TEST_CASE("points_of: optional inputs and outputs are present or absent; variadic ones counted") {
  onnx::NodeProto node;
  node.add_output("output");
  const Tensor X = floats({1}, {1});
  const std::vector<Point> one = points_of(*find_schema("", "Dropout", 13), node, {X, {}, X});
  CHECK(has(one, "input ratio", "absent"));
  CHECK(has(one, "input training_mode", "present"));
  CHECK(has(one, "output mask", "absent"));
  node.add_output("mask");
  CHECK(has(points_of(*find_schema("", "Dropout", 13), node, {X}), "output mask", "present"));
  CHECK(has(points_of(*find_schema("", "Max", 13), node, {X, X}), "input data_0", "2"));
}

TEST_CASE("points_of: shapes are set against that of the first input") {
  const auto relation = [](const Shape& a, const Shape& b, const std::string& level) {
    const std::vector<Point> points =
        points_of(*find_schema("", "Add", 14), onnx::NodeProto(),
                  {Tensor::zeros(DType::float32, a), Tensor::zeros(DType::float32, b)});
    return has(points, "shape B", level);
  };
  CHECK(relation({2, 3}, {2, 3}, "equal"));
  CHECK(relation({2, 3}, {}, "scalar"));
  CHECK(relation({2, 3}, {3}, "trailing"));
  CHECK(relation({2, 3}, {2, 1}, "ones"));
  CHECK(relation({3}, {2, 3}, "wider"));
  CHECK_FALSE(relation({2, 3}, {2}, "trailing"));
}

TEST_CASE("classes_of: special values of floats and integers and strings") {
  const auto classes = [](const std::vector<double>& values) {
    return classes_of(floats({values.size()}, values));
  };
  using Names = std::vector<std::string>;
  CHECK(classes({1, 2}) == Names{"ordinary"});
  CHECK(classes({std::nan(""), infinity}) == Names{"infinity", "nan"});
  CHECK(classes({0.0, 1}) == Names{"0"});
  CHECK(classes({-0.0, 1}) == Names{"-0"});
  CHECK(classes({0x1p-149}) == Names{"subnormal"});
  CHECK(classes({-std::numeric_limits<float>::max()}) == Names{"extreme"});
  CHECK(classes({2, 1, 2}) == Names{"tie"});
  CHECK(classes_of(vector_of({std::numeric_limits<int64_t>::min() + 1})) ==
        Names{"extreme", "negative"});
  CHECK(classes_of(Tensor::of(DType::string, scalar_array<std::string>("étalon"))) ==
        Names{"non-ASCII"});
  CHECK(classes_of(Tensor::of(DType::string, scalar_array<std::string>(std::string(30, 'a')))) ==
        Names{"long"});
  CHECK(classes_of(Tensor::of(DType::uint64, scalar_array<uint64_t>(~uint64_t{0}))) ==
        Names{"extreme"});
}

}  // namespace
}  // namespace etalon::space_test
