// The input checks that an operator's code makes, found in the code.
#pragma once

#include <string>
#include <vector>

#include "conformance/explain/sources.h"
#include "engine/operators/operator.h"

namespace etalon::explain {

// throw InvalidInput("ratio {} is outside [0, 1)", …)
struct StatedRefusal {
  std::string kind;     // "InvalidInput", "InvalidModel" or "Unspecified"
  std::string message;  // with the placeholders of the code
  std::string path;
  size_t line = 0;  // from 1
  // Deep in the engine, where the operator's code may not be able to get to: a reason to refuse
  // only where a case shows it.
  bool remote = false;

  std::string sentence() const;                   // with … for the placeholders
  bool is_met_by(const std::string& said) const;  // by the message of an error
};

// Adds those of a definition whose messages are not yet there.
void add_refusals(const CodePart& part, std::vector<StatedRefusal>& refusals);
// False for a definition that reads attributes or inputs of other versions alone.
bool concerns(const CodePart& part, const Schema& schema);

// Those of the function that implements the version, and of the functions that it calls by name, in
// ops/ and in engine/numerics; each message once. What the operator's code calls itself, or through
// helpers that take the Call, is not remote. Where the code is not there, none.
std::vector<StatedRefusal> refusals_stated(const Registration& row);

}  // namespace etalon::explain
