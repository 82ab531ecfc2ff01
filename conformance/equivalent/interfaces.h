// Matching the inputs and outputs of AFTER with those of BEFORE.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/model_inputs.h"
#include "engine/operators/model.h"

namespace etalon::equivalent {

struct Interfaces {
  // BEFORE's names with AFTER's.
  std::vector<std::pair<std::string, std::string>> inputs, outputs;
  std::vector<std::string> remarks;
  std::string problem;    // why they cannot be the same function: "AFTER has 2 outputs, not 1"
  Dimensions dimensions;  // of BEFORE's symbols, where AFTER has a number
};
// Matched by name; the rest by position.
Interfaces interfaces(const Model& before, const Model& after);

// AFTER's inputs.
Bindings renamed(const Interfaces& interfaces, const Bindings& inputs);

}  // namespace etalon::equivalent
