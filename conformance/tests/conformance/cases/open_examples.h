// The examples of data/open_points.
#pragma once

#include <fmt/format.h>

#include "conformance/cases/open_points.h"
#include "conformance/cases/own_cases.h"
#include "conformance/common/json_values.h"
#include "engine/interpreter/whole_outputs.h"
#include "engine/loader/loader.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::test {

// What Etalon gives for a point's example. Throws what the evaluation throws.
inline Values outputs_of_example(const OperatorPoints& of, const nlohmann::json& example) {
  nlohmann::json one = example;
  if (example.contains("chosen")) one["outputs"] = example.at("chosen");
  Bindings inputs;
  for (size_t i = 0; i < example.at("inputs").size(); ++i) {
    const nlohmann::json& input = example.at("inputs")[i];
    if (!input.is_null()) inputs[fmt::format("input_{}", i)] = value_from_json(input);
  }
  const nlohmann::json head = {{"domain", of.domain}, {"operator", of.op}};
  return whole_outputs(parse_model(own_case_model(head, one).SerializeAsString()), inputs);
}

}  // namespace etalon::test
