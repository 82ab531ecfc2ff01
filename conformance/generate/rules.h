// Rules for random valid calls of each operator. They contain what the schemas do not say.
//
// A rule drafts one call: matching shapes, axes and indices in range, consistent attributes. An
// attribute that it does not set has the schema's default. A draft that the operator refuses is
// drawn again, and so is one for which the rule throws Unspecified.
//
// The rule of the operator in ops/<domain>/<family>/<operator>.cc is in
// rules/<domain>/<family>/<operator>.cc; such a file includes rule.h.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace etalon {

class Drafting;

using Rule = std::function<void(Drafting&)>;

struct RegisteredRule {
  Rule draft;
  std::string source;  // "conformance/generate/rules/ai.onnx/math/abs.cc"
};

// By the operator's name, with the domain in front except for ai.onnx ("ai.onnx.ml.Scaler").
using Rules = std::map<std::string, RegisteredRule, std::less<>>;

const Rules& all_rules();

}  // namespace etalon
