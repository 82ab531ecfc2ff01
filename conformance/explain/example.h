// A worked example of an operator version: a small call from the project's own cases, evaluated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"
#include "engine/values/value.h"

namespace etalon::explain {

// {"opset": 13, "attributes": {…}, "inputs": [VALUE, …]}, in the form of the own cases.
struct OperatorCall {
  const Schema* schema = nullptr;
  nlohmann::json written;
};

// A call's values by position, and the names of its formal parameters.
struct NamedValue {
  std::string name;
  Value value;
};
struct Evaluated {
  std::vector<NamedValue> inputs;  // without those left out
  std::vector<NamedValue> outputs;
};

struct Example {
  OperatorCall call;
  std::string source;  // the own case's name
  Evaluated values;
};

// Loads and evaluates the call. Throws what loading and the operator throw.
Evaluated evaluate(const OperatorCall& call);

// The own cases of an operator, in all its versions, without those that cannot be read. Read once.
const std::vector<Case>& own_cases_of(const Schema& schema);

// Those that expect outputs as calls of this version: small and telling ones first, those of the
// version itself rather than others; attributes that the version lacks are left out.
struct Candidate {
  OperatorCall call;
  std::string source;
};
std::vector<Candidate> candidates(const Schema& schema);

// The first candidate that the version evaluates; nothing when there is none.
std::optional<Example> example_of(const Schema& schema);

// The words that a text attribute may be, as the refusal of another word lists them; empty where
// the example accepts any.
std::vector<std::string> allowed_words(const Example& example, const std::string& attribute);

}  // namespace etalon::explain
