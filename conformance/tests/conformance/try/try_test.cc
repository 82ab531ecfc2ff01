#include "conformance/try/try.h"
#include "engine/values/json.h"

#include <cmath>

#include "conformance/common/json_values.h"
#include "conformance/tests/catch.h"

namespace etalon::try_test {
namespace {

using nlohmann::json;

json answered(const std::string& request) { return json::parse(answer(request)); }

json outputs(const std::string& request) {
  const json reply = answered(request);
  INFO(reply.dump());
  REQUIRE(reply.contains("outputs"));
  return reply.at("outputs");
}

std::string error(const std::string& request) {
  const json reply = answered(request);
  INFO(reply.dump());
  REQUIRE(reply.contains("error"));
  return reply.at("error");
}

TEST_CASE("try: a call gives its outputs in the notation of the own cases") {
  // Rows of [0, 0, 1, 1]: along axis 0 each pair is (0, 1), along axis 1 it is equal.
  const std::string inputs =
      R"("inputs": [{"type": "float", "shape": [2, 2], "data": [0, 0, 0, 0]}])";
  const json along_rows =
      outputs(R"({"operator": "Softmax", "domain": "", "version": 13, )" + inputs + "}");
  CHECK(along_rows ==
        json::parse(R"([{"type": "float", "shape": [2, 2], "data": [0.5, 0.5, 0.5, 0.5]}])"));
  const json flattened = outputs(
      R"({"operator": "Softmax", "version": 11, "attributes": {"axis": 0},)" + inputs + "}");
  CHECK(flattened.at(0).at("data") == json({0.25, 0.25, 0.25, 0.25}));
}

TEST_CASE("try: as many outputs as are wanted; of whatever type they are") {
  const json both = outputs(R"({"operator": "MaxPool", "version": 12, "outputs": 2,
    "attributes": {"kernel_shape": [2], "strides": [2]},
    "inputs": [{"type": "float", "shape": [1, 1, 4], "data": [1, 3, 5, 2]}]})");
  CHECK(both.at(0).at("data") == json({3.0, 5.0}));
  CHECK(both.at(1) == json::parse(R"({"type": "int64", "shape": [1, 1, 2], "data": [1, 2]})"));
  const json second = outputs(R"({"operator": "Split", "version": 18, "outputs": [null, {}],
    "attributes": {"num_outputs": 2}, "inputs": [{"type": "bool", "data": [1, 0]}]})");
  CHECK(second.at(0).is_null());
  CHECK(second.at(1) == json::parse(R"({"type": "bool", "shape": [1], "data": [false]})"));
}

TEST_CASE("try: what cannot be evaluated is one sentence") {
  CHECK(error("{") == "the request is not JSON");
  CHECK(error("[]") == "the request is not a JSON object");
  const std::string hostile = error(R"({"operator": "Soft\u0007", "version": 13})");
  CHECK(hostile.starts_with("opset 13 of domain ai.onnx has no operator "));
  CHECK(hostile.find('\x07') == std::string::npos);
  CHECK(
      error(R"({"operator": "Softmax", "axis": 1})").starts_with("the request has an unknown key"));
  CHECK(error(R"({"operator": "Softmax", "outputs": 0})") ==
        "'outputs' must be a number from 1 to 1000, or a list");
  CHECK(error(R"({"operator": "Softmax", "inputs": {}})") == "'inputs' must be a list");
  CHECK(error(R"({"operator": "Softmax", "version": 13, "attributes": {"axis": 9},
    "inputs": [{"type": "float", "data": [1]}]})")
            .starts_with("Softmax-13"));
  CHECK(
      error(
          R"({"operator": "ConstantOfShape", "inputs": [{"type": "int64", "data": [999999999]}]})")
          .find("memory") != std::string::npos);
}

Value read(const std::string& text) { return value_from_json(json::parse(text)); }

// What is written for the value of a text.
json written(const std::string& text) { return json(value_to_json(read(text))); }

TEST_CASE("values are written to JSON as they are read") {
  const std::vector<std::string> texts = {
      R"({"type": "float", "shape": [4], "data": [0.1, "nan", "-inf", "-0"]})",
      R"({"type": "double", "shape": [], "data": [0.1]})",
      R"({"type": "int64", "shape": [2], "data": [9223372036854775807, -9223372036854775808]})",
      R"({"type": "uint64", "shape": [1], "data": [18446744073709551615]})",
      R"({"type": "string", "shape": [2], "data": ["<é", ""]})",
      R"({"type": "complex64", "shape": [1], "data": [[0.1, "inf"]]})",
      R"json({"type": "seq(tensor(bool))", "items": []})json",
      R"json({"type": "optional(tensor(float))", "value": null})json",
      R"json({"type": "sparse_tensor(float)", "shape": [3], "values": [5.5], "indices": [1]})json"};
  for (const std::string& text : texts) {
    INFO(text);
    CHECK(written(text) == json::parse(text));
  }
  CHECK(written(R"({"type": "float16", "data": 0.1})").at("data") == json({0.099975586}));
  const json map =
      written(R"json({"type": "map(string, tensor(float))", "keys": ["a"], "values": [0.5]})json");
  CHECK(map.at("keys") == json({"a"}));
  CHECK(map.at("values").at(0).at("data") == json({0.5}));
  CHECK(value_to_json(Value()).is_null());
}

}  // namespace
}  // namespace etalon::try_test
