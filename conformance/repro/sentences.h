// What the text of an operator says about a call, by the quotations of data/open_points.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/case_files.h"
#include "engine/operators/model.h"

namespace etalon {

// At most three quotations about this call, each with its place: “Computes the mean …” (summary).
// The first is what the operator computes; then what is said of special numbers, empty tensors and
// scalars among the inputs, and of attributes and optional inputs that the call has. Empty if
// data/open_points has no quotation.
std::vector<std::string> sentences_about(const Node& node, const CaseValues& inputs);

// The operator's page: "https://onnx.ai/onnx/operators/onnx__Softmax.html"; empty for operators of
// other domains than ONNX's own.
std::string text_address(const Node& node);

}  // namespace etalon
