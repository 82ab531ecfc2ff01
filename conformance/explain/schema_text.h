// Operator schemas as text, and the changes between two versions.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/operator_texts.h"
#include "engine/operators/schema.h"

namespace etalon {

// Inputs, outputs, attributes and types, one per line, indented; under each what is said of it.
std::string schema_text(const Schema& schema, const OperatorTexts& texts = {});

// The changes in the newer version, one sentence each: inputs, outputs, attributes, defaults,
// types. Empty when only the text changed.
std::vector<std::string> changes(const Schema& older, const Schema& newer);

// True if an attribute, input or output has this name.
bool has_formal(const Schema& schema, const std::string& name);

// "ai.onnx" for "".
std::string domain_text(const std::string& domain);
// An attribute's value as text: 1, 0.5, "linear", [1, 2].
std::string attribute_text(const Attribute& attribute);

}  // namespace etalon
