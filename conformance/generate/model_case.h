// A case from somebody's model: its expected outputs for given or random inputs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "conformance/generate/case_files.h"
#include "conformance/generate/input_files.h"
#include "conformance/generate/model_inputs.h"

namespace etalon {

struct ModelCaseOptions {
  std::filesystem::path model;
  InputFiles files;
  std::optional<uint32_t> seed;  // draws the inputs that no file gives
  Dimensions dimensions;
  size_t sets = 1;  // of random inputs
  bool allow_unspecified = false;
  Options evaluation;
};

// External data are taken into the model, so that the case's folder is whole. Inputs that the
// model finds wrong are drawn again a few times. Throws what reading and evaluation throw.
CaseFiles model_case(const ModelCaseOptions& options);

// A model file's bytes, with external data taken into it. Throws LimitExceeded when that makes it
// larger than a protobuf message may be.
std::string self_contained_model(const std::filesystem::path& file);

}  // namespace etalon
