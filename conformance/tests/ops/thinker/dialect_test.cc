// ONNX's own operators within models that import thinker, and a whole model.
#include <filesystem>

#include "conformance/common/paths.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"

namespace etalon::test::dialect_test {
namespace {

Attribute integers_attribute(const std::string& name, const Integers& values) {
  return {name, AttributeType::ints, {}, values};
}
Attribute real_attribute(const std::string& name, float value) {
  return {name, AttributeType::real, {}, value};
}

// One node of ONNX at an opset, in a model that imports thinker 1 unless `plain`.
std::string evaluated(const std::string& op_type, int64_t opset, const std::vector<Tensor>& inputs,
                      const std::vector<Attribute>& attributes = {}, bool plain = false) {
  std::vector<std::string> names;
  Bindings bindings;
  for (const Tensor& input : inputs) {
    names.push_back(fmt::format("x{}", names.size()));
    bindings[names.back()] = input;
  }
  Model model;
  model.ir_version = 6;
  model.opsets[""] = opset;
  if (!plain) model.opsets["thinker"] = 1;
  model.graph = graph(names, {{op_type, names, {"y"}}}, {"y"});
  for (const Attribute& attribute : attributes) {
    model.graph.nodes[0].attributes[attribute.name] = attribute;
  }
  try {
    return show(evaluate(model, bindings).at(0));
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
}

// Checks that a model of data/models gives the outputs beside it.
void check_model_of_data(const std::string& name, size_t outputs_wanted) {
  const auto bytes_of = [&](const std::string& file) {
    return file_text(data_folder() / "models" / name / file);
  };
  const BoundModel model = parse_model(bytes_of("model.onnx"));
  const ValueInfo& x = model.graph.inputs.at(0);
  const Values outputs =
      evaluate(model, {{x.name, parse_value(bytes_of("test_data_set_0/input_0.pb"), x.type, {})}});
  REQUIRE(outputs.size() == outputs_wanted);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const ValueInfo& output = model.graph.outputs[i];
    INFO(output.name);
    const std::string expected = bytes_of(fmt::format("test_data_set_0/output_{}.pb", i));
    CHECK(identical(outputs[i].tensor(), parse_value(expected, output.type, {}).tensor()));
  }
}

}  // namespace

TEST_CASE("ONNX's operators act on raw integers in a model that imports thinker") {
  const Tensor x = i8({1, 1, 2, 2}, {-128, -1, 5, 127});
  CHECK(evaluated("Relu", 11, {x}) == "int8[1, 1, 2, 2] 0 0 5 127");
  CHECK(evaluated("MaxPool", 11, {x}, {integers_attribute("kernel_shape", {1, 2})}) ==
        "int8[1, 1, 2, 1] -1 127");
  CHECK(evaluated("GlobalMaxPool", 9, {x}) == "int8[1, 1, 1, 1] 127");
  CHECK(evaluated("Add", 9, {x, x}) == "int8[1, 1, 2, 2] 0 -2 10 -2");
  CHECK(evaluated("Sum", 9, {x, x, x}) == "int8[1, 1, 2, 2] -128 -3 15 125");
  CHECK(evaluated("Slice", 9, {x},
                  {integers_attribute("starts", {1}), integers_attribute("ends", {2}),
                   integers_attribute("axes", {2})}) == "int8[1, 1, 1, 2] 5 127");
  CHECK(evaluated("Concat", 11, {x, x}, {{"axis", AttributeType::integer, {}, int64_t{0}}}) ==
        "int8[2, 1, 2, 2] -128 -1 5 127 -128 -1 5 127");
  CHECK(evaluated("Transpose", 9, {x}, {integers_attribute("perm", {0, 1, 3, 2})}) ==
        "int8[1, 1, 2, 2] -128 5 -1 127");
  CHECK(evaluated("Reshape", 9, {x, i64({1}, {-1})}) == "int8[4] -128 -1 5 127");
  CHECK(evaluated("Dropout", 9, {x}) == "int8[1, 1, 2, 2] -128 -1 5 127");
}

TEST_CASE("Clip-6 of integers keeps the whole numbers within its bounds") {
  const Tensor x = i8({5}, {-128, -4, 3, 6, 127});
  const auto clip = [&](float min, float max, const Tensor& input) {
    return evaluated("Clip", 9, {input}, {real_attribute("min", min), real_attribute("max", max)});
  };
  CHECK(clip(-4, 6, x) == "int8[5] -4 -4 3 6 6");
  CHECK(clip(-3.5, 5.5, x) == "int8[5] -3 -3 3 5 5");
  CHECK(clip(-1e30F, 1e30F, x) == "int8[5] -128 -4 3 6 127");
  CHECK(clip(-5, 6, tensor(DType::uint8, {2}, {0, 255})) == "uint8[2] 0 6");
  CHECK(evaluated("Clip", 9, {x}) == "int8[5] -128 -4 3 6 127");
  CHECK(evaluated("Clip", 11, {x, i8({}, {0}), i8({}, {6})}) == "int8[5] 0 0 3 6 6");
}

TEST_CASE("Pad-2 of integers takes a whole value") {
  const Tensor x = i8({1}, {7});
  const auto pad = [&](float value) {
    return evaluated("Pad", 9, {x},
                     {integers_attribute("pads", {1, 1}), real_attribute("value", value)});
  };
  CHECK(pad(-3) == "int8[3] -3 7 -3");
  CHECK(pad(0.5) ==
        "InvalidInput: Pad-2 (output 'y'): value is 0.5, which tensor(int8) does not hold");
}

TEST_CASE("ONNX's types hold where thinker is not imported and for strings") {
  CHECK(evaluated("Relu", 11, {i8({1}, {1})}, {}, true) ==
        "InvalidInput: Relu-6 (output 'y'): input 'X' is a tensor(int8), which its type T does not "
        "admit");
  CHECK(evaluated("Relu", 11, {texts({1}, {"a"})}) ==
        "InvalidInput: Relu-6 (output 'y'): input 'X' is a tensor(string), which its type T does "
        "not admit");
  CHECK(evaluated("Add", 9, {i8({1}, {1}), tensor(DType::int16, {1}, {1})})
            .starts_with("InvalidInput: Add-7"));
}

TEST_CASE("An operator of reals is unspecified for integers") {
  CHECK(evaluated("Sigmoid", 11, {i8({1}, {1})}) ==
        "Unspecified: Sigmoid-6 (output 'y'): the specification does not define Sigmoid-6 for "
        "a tensor(int8)");
}

TEST_CASE("An int8 residual network gives the integers of its derivation") {
  // data/models/thinker_residual/derive.py works them out in integers and fractions.
  check_model_of_data("thinker_residual", 7);
}

TEST_CASE("A network in the form of thinker's exporter gives what NumPy gives") {
  // data/models/thinker_exported/derive.py works it out.
  check_model_of_data("thinker_exported", 11);
}

}  // namespace etalon::test::dialect_test
