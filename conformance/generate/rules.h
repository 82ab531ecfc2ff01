// How to call each operator at random so that the call is valid: what its schema does not say.
//
// A rule drafts one call: shapes that fit, axes and indices in range, attributes that agree. What
// it does not set keeps the schema's default. A draft that the operator refuses all the same is
// drawn again; so is one that a rule gives up by throwing Unspecified.
//
// The rule of the operator in ops/<domain>/<family>/<operator>.cc is in
// rules/<domain>/<family>/<operator>.cc; rule.h is what such a file uses.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace etalon {

class Drafting;

using Rule = void (*)(Drafting&);

struct RegisteredRule {
  Rule draft;
  std::string source;  // "conformance/generate/rules/ai.onnx/math/abs.cc"
};

// By the operator's name; outside ai.onnx with the domain in front ("ai.onnx.ml.Scaler").
using Rules = std::map<std::string, RegisteredRule, std::less<>>;

const Rules& all_rules();

}  // namespace etalon
