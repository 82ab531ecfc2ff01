// Operator schemas as text, and what differs between two versions.
#pragma once

#include <string>
#include <vector>

#include "engine/operators/schema.h"

namespace etalon {

// Inputs, outputs, attributes and types, a line each, indented.
std::string schema_text(const Schema& schema);

// What the newer version changes, a sentence each: inputs, outputs, attributes, defaults, types.
// Empty when only the meaning changed.
std::vector<std::string> changes(const Schema& older, const Schema& newer);

// "ai.onnx" for "".
std::string domain_text(const std::string& domain);
// An attribute's value as a model's text would show it: 1, 0.5, "linear", [1, 2].
std::string attribute_text(const Attribute& attribute);

}  // namespace etalon
