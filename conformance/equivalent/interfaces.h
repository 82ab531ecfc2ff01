// Matching the inputs and outputs of AFTER with those of BEFORE.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conformance/equivalent/verdicts.h"
#include "conformance/generate/model_inputs.h"
#include "engine/operators/model.h"

namespace etalon::equivalent {

// What a caller relies on.
enum class InterfaceRule {
  strict,  // names, and the order of inputs and of outputs
  named,   // names
  shape,   // neither: inputs and outputs are found by name, or else by position
};
// By its name. Throws UsageError for another one.
InterfaceRule interface_rule(const std::string& name);

struct Interfaces {
  // BEFORE's names with AFTER's.
  std::vector<std::pair<std::string, std::string>> inputs, outputs;
  std::vector<std::string> remarks;
  std::string problem;    // why they cannot be the same function: "AFTER has 2 outputs, not 1"
  Dimensions dimensions;  // of BEFORE's symbols, where AFTER has a number
  // How a caller of BEFORE may tell AFTER from it: `same` where AFTER takes all that BEFORE takes
  // and gives what it gives, else `wrong`.
  std::vector<Finding> differences;
};
// Matched by name; the rest by position.
Interfaces interfaces(const Model& before, const Model& after,
                      InterfaceRule rule = InterfaceRule::strict);

// AFTER's inputs.
Bindings renamed(const Interfaces& interfaces, const Bindings& inputs);

}  // namespace etalon::equivalent
