// A case from a model: its expected outputs for given or random inputs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "conformance/cases/value_files.h"
#include "conformance/generate/case_files.h"
#include "conformance/generate/model_inputs.h"
#include "engine/loader/loader.h"

namespace etalon {

struct ModelCaseOptions {
  std::filesystem::path model;
  SymbolicLinks links = SymbolicLinks::refused;
  Dialect dialect;
  ValueFiles files;
  std::optional<uint32_t> seed;  // if set, inputs that are not in a file are drawn
  Dimensions dimensions;
  size_t sets = 1;  // the number of data sets
  bool allow_unspecified = false;
  Options evaluation;
  // Called for each data set with inputs that were drawn.
  std::function<void(const DrawnInputs& drawn)> on_drawn;
};

struct EvaluatedInputs {
  Bindings inputs;
  Expectation expectation;
  DrawnInputs drawn;
};

// The expected outputs for these inputs and, with a draw, random ones beside them, by the options'
// dimensions and evaluation. Random inputs for which the evaluation throws InvalidInput, or gives
// NaN or infinities, are drawn again a few times: with other lengths and narrower ranges; the draw
// with the fewest such results is taken. Throws what the evaluation throws.
EvaluatedInputs evaluated_inputs(const BoundModel& model, const Bindings& given,
                                 const ModelCaseOptions& options, Draw* draw);

// The data set of a case: its inputs in the graph's order, and the outputs.
CaseFiles::Set set_of(const Model& model, const EvaluatedInputs& evaluated);

// External data are copied into the model, so that the case's folder is complete. Throws what
// reading and evaluation throw.
CaseFiles model_case(const ModelCaseOptions& options);

// The bytes of a model file, with external data copied into the model and, if `sorts`, with its
// nodes in topological order. Throws LimitExceeded when the result is larger than a protobuf
// message may be.
std::string self_contained_model(const std::filesystem::path& file,
                                 SymbolicLinks links = SymbolicLinks::refused, bool sorts = false);

}  // namespace etalon
