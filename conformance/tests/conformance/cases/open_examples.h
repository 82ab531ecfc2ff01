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

// A point's example: a call.
struct ExampleCall {
  std::string model;  // serialized
  Bindings inputs;
};

inline ExampleCall call_of_example(const OperatorPoints& of, const nlohmann::json& example) {
  nlohmann::json one = example;
  if (example.contains("chosen")) one["outputs"] = example.at("chosen");
  const nlohmann::json head = {{"domain", of.domain}, {"operator", of.op}};
  ExampleCall call{own_case_model(head, one).SerializeAsString(), {}};
  for (size_t i = 0; i < example.at("inputs").size(); ++i) {
    const nlohmann::json& input = example.at("inputs")[i];
    if (!input.is_null()) call.inputs[fmt::format("input_{}", i)] = value_from_json(input);
  }
  return call;
}

// What Etalon gives for it. Throws what the evaluation throws.
inline Values outputs_of_example(const OperatorPoints& of, const nlohmann::json& example) {
  const ExampleCall call = call_of_example(of, example);
  return whole_outputs(parse_model(call.model), call.inputs);
}

// X with another number as one of its elements.
inline Tensor replaced(const Tensor& X, size_t at, double number) {
  if (is_integer(X.dtype())) {
    Ints x = X.as<int64_t>();
    x.flat(at) = static_cast<int64_t>(number);
    return Tensor::of(X.dtype(), x);
  }
  Reals x = X.as<double>();
  x.flat(at) = number;
  return Tensor::decided(X.dtype(), x);
}

}  // namespace etalon::test
