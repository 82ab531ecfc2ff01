// The exact result of a model.
//
// The result is exact up to the rounding errors of float64: the model is evaluated with every
// float16, bfloat16 and float32 tensor as float64 from node to node, and a Cast to these types does
// not round. A sound evaluation is Etalon's ordinary one, which rounds each node's outputs once,
// to the types of the model.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/bounds/bounds.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

struct ExactOutputs {
  Values outputs;  // floats narrower than float64 as float64
  // The nodes that have no float64 form ("QuantizeLinear-13 'q'"): these are evaluated in a type
  // that they have, and their outputs are made float64.
  std::vector<std::string> rounded;
};

// Throws what evaluate() throws; Unsupported for a node whose result depends on the bits of a
// narrower float.
ExactOutputs evaluate_exactly(const BoundModel& model, const Bindings& inputs,
                              const Options& options = {});

// The exact result within bounds: the outputs above, with a bound of what the roundings of float64
// make of them.
struct ExactEnclosures {
  Values middles;
  std::vector<Bound> bounds;
  // Why these do not enclose the exact result: "QuantizeLinear-13 'q' has no float64 form"; empty
  // where they do. A Cast to a narrower type that changes a value has no exact result in this
  // sense: its rounding is what the text asks for.
  std::string problem;
};
// Throws as above.
ExactEnclosures enclose_exactly(const BoundModel& model, const Bindings& inputs,
                                const Options& options = {});

// How far a runtime is from the exact result, and how far a sound evaluation is: a runtime that
// is k times as far off as the sound evaluation loses that much more than the model's types
// require. The largest distances, each relative to the largest exact magnitude of its tensor.
// Elements that are not finite in the exact result or the sound evaluation are left out.
struct ExactError {
  double scaled = 0;  // the runtime's; infinite where it alone is not finite
  double sound = 0;   // the sound evaluation's
  DType type = DType::undefined;
  std::vector<std::string> rounded;  // ExactOutputs::rounded

  // scaled / sound. Nothing if the sound evaluation is exact, or if its error (less than 1/64 of a
  // rounding of the largest value) is too small to measure anything.
  std::optional<double> factor() const;
};

// The error of one output. `got` and `sound` must have equal structure and shapes. Nothing if no
// tensor of the output is float16, bfloat16 or float32, if all its exact elements are 0, or if the
// exact result has other shapes, as it may where a shape depends on rounding.
std::optional<ExactError> exact_error(const Value& got, const Value& sound, const Value& exact);

// Of the output of a model that is furthest from the exact result, after Etalon's ordinary and
// exact evaluations. Nothing if `got` has another number of outputs, no output has an error as
// above, or an evaluation fails.
std::optional<ExactError> largest_exact_error(const BoundModel& model, const Bindings& inputs,
                                              const Values& got, const Options& options);

// "6e-07 of the largest value; Etalon's own float32 evaluation 2e-07"
std::string to_string(const ExactError& error);

// {"scaled", "honest", "factor" (or null), "type": "float", "rounded": […]}
nlohmann::json to_json(const ExactError& error);
// Throws InvalidInput, or an exception of the JSON library, unless `json` is such an object.
ExactError exact_error_from_json(const nlohmann::json& json);

}  // namespace etalon
