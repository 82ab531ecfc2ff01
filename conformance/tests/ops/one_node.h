// For operator tests: evaluates one node and shows its results in readable form.
#pragma once

#include <complex>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/tests/catch.h"
#include "conformance/tests/numbers.h"
#include "engine/interpreter/interpreter.h"

namespace etalon::test {

using Integers = std::vector<int64_t>;
using Floats = std::vector<double>;
using Strings = std::vector<std::string>;

// tensor(DType::float32, {2, 2}, {1, 2, 3, 4}); values are rounded to the type; {} shape is rank 0.
Tensor tensor(DType type, const Shape& shape, const std::vector<double>& values);
// For 64-bit integers that a double cannot represent.
Tensor integers(DType type, const Shape& shape, const std::vector<int64_t>& values);
Tensor texts(const Shape& shape, const std::vector<std::string>& values);
inline Tensor f32(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::float32, shape, values);
}
inline Tensor f64(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::float64, shape, values);
}
inline Tensor i8(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::int8, shape, values);
}
inline Tensor u8(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::uint8, shape, values);
}
inline Tensor i32(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::int32, shape, values);
}
inline Tensor bools(const Shape& shape, const std::vector<double>& values) {
  return tensor(DType::boolean, shape, values);
}
inline Tensor i64(const Shape& shape, const std::vector<int64_t>& values) {
  return integers(DType::int64, shape, values);
}

// complex64, of rank 1.
Tensor complexes(const std::vector<std::complex<double>>& values);
// 0, 1, 2, … in row-major order.
Tensor counted(DType type, const Shape& shape);
inline Tensor counted(const Shape& shape) { return counted(DType::float32, shape); }
inline Tensor zeros(const Shape& shape, DType type = DType::float32) {
  return Tensor::zeros(type, shape);
}
// An input that is left out.
inline const Value none;

// "float[2, 2] 1 2.5 nan -0", "int64[] 7", "bool[2] true false", "string[1] 'a'"; floats as the
// shortest decimals that read back to the same value of the tensor's own type.
// Sequences: "seq(float[1] 1; float[2] 1 2)"; optionals: "optional(…)"; absent: "absent".
std::string show(const Value& value);
// Each value as by show(), with "; " between them.
std::string shown(const Values& values);

// True when type and shape are equal and every element is within `ulp` units in the last place
// of the tensor's own type; NaN equals NaN.
bool near(const Value& actual, const Tensor& expected, double ulp = 1);

// OneNode("Softmax", 11).set("axis", 1).run({x}) evaluates the version of the operator in force
// at that opset. An absent Value() among the inputs is an input that is left out.
class OneNode {
 public:
  OneNode(std::string_view op_type, int64_t opset, std::string_view domain = "");
  OneNode& set(const std::string& attribute, int64_t value);
  OneNode& set(const std::string& attribute, int value) { return set(attribute, int64_t{value}); }
  OneNode& set(const std::string& attribute, double value);
  OneNode& set(const std::string& attribute, const char* value);
  OneNode& set(const std::string& attribute, const std::vector<int64_t>& value);
  OneNode& set(const std::string& attribute, const std::vector<double>& value);
  OneNode& set(const std::string& attribute, const std::vector<std::string>& value);
  OneNode& set(const std::string& attribute, const Tensor& value);
  OneNode& set(const std::string& attribute, Graph value);
  OneNode& set(const std::string& attribute, Type value);
  // Sets the number of outputs that the node names; default 1.
  OneNode& outputs(size_t count);
  // The node names only these outputs, by position; the others are "".
  OneNode& outputs_wanted(const std::vector<bool>& wanted);

  // The same node, evaluated with these differences of a release in force.
  OneNode as_released(const Differences& differences) const;

  // All outputs. Throws what the interpreter throws.
  Values run_all(const Values& inputs) const;
  // The first output.
  Value run(const Values& inputs) const { return run_all(inputs).at(0); }
  // "InvalidInput: Gather-13 (output 'y0'): index 5 is outside …"; "" when it does not throw.
  std::string error(const Values& inputs) const;

 private:
  OneNode& put(const std::string& name, AttributeType type, decltype(Attribute::value) value);
  Node node_;
  int64_t opset_;
  Differences differences_;
};

// Evaluates a model that a test has built.
Values evaluate(const Model& model, const Bindings& inputs, const Options& options = {});

// A graph for If, Loop and Scan: graph({"x", "y"}, {{"Add", {"x", "y"}, {"z"}}}, {"z"}).
struct Step {
  std::string op_type;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};
Graph graph(const std::vector<std::string>& inputs, const std::vector<Step>& steps,
            const std::vector<std::string>& outputs);

}  // namespace etalon::test
