// A case from a model: its expected outputs for given or random inputs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "conformance/cases/value_files.h"
#include "conformance/generate/case_files.h"
#include "conformance/generate/model_inputs.h"
#include "engine/loader/serialization.h"

namespace etalon {

struct ModelCaseOptions {
  std::filesystem::path model;
  SymbolicLinks links = SymbolicLinks::refused;
  ValueFiles files;
  std::optional<uint32_t> seed;  // if set, inputs that are not in a file are drawn
  Dimensions dimensions;
  size_t sets = 1;  // the number of data sets
  bool allow_unspecified = false;
  Options evaluation;
  // Called with one sentence for each data set with lengths that were drawn.
  std::function<void(const std::string& sentence)> on_drawn_lengths;
};

// External data are copied into the model, so that the case's folder is complete. Random inputs for
// which the evaluation throws InvalidInput, or gives NaN or infinities, are drawn again a few
// times: with other lengths and narrower ranges. Throws what reading and evaluation throw.
CaseFiles model_case(const ModelCaseOptions& options);

// The bytes of a model file, with external data copied into the model and, if `sorts`, with its
// nodes in topological order. Throws LimitExceeded when the result is larger than a protobuf
// message may be.
std::string self_contained_model(const std::filesystem::path& file,
                                 SymbolicLinks links = SymbolicLinks::refused, bool sorts = false);

}  // namespace etalon
