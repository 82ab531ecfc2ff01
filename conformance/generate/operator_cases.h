// Random valid calls of operators.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/generate/case_files.h"
#include "conformance/generate/draw.h"
#include "engine/operators/schema.h"

namespace etalon {

struct OperatorChoice {
  std::string name;  // outside ai.onnx with the domain in front
  int version = 0;   // 0: any
};

// "Conv" or "Conv-11", "ai.onnx.ml.Scaler" or "ai.onnx.ml.Scaler-1"; the domain may be left out
// where ai.onnx has no operator of that name. Throws UsageError for what no domain has, Unsupported
// for an operator without a rule, saying why.
OperatorChoice operator_choice(const std::string& text);
// Every operator that has a rule.
std::vector<OperatorChoice> every_operator();

struct OperatorCase {
  const Schema* schema = nullptr;
  CaseFiles files;
  size_t refused = 0;  // draws that the operator did not take
};

// One more case of the operator. Throws InvalidInput, with the last refusal, when many draws in a
// row are refused.
OperatorCase draw_case(const OperatorChoice& choice, Draw& draw, const Options& evaluation = {});

}  // namespace etalon
