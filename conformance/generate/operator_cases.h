// Random valid calls of operators.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/generate/case_files.h"
#include "conformance/generate/draw.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/schema.h"

namespace etalon {

struct OperatorChoice {
  std::string name;               // with the domain in front, except for ai.onnx
  int version = 0;                // 0: any
  DType type = DType::undefined;  // of the elements of an input; undefined: any
  int opset = 0;                  // of the operator's domain: the version in force; 0: any
  std::string aim = {};           // the id of an open point to meet; if empty, none may be met
  bool any = false;               // calls as they come, at open points or not
  Choices choices = {};           // options of open points that are binding, and so not open
};

// "Conv" or "Conv-11", "ai.onnx.ml.Scaler" or "ai.onnx.ml.Scaler-1"; the domain may be left out
// if ai.onnx has no operator with that name. Throws UsageError if no domain has the operator,
// Unsupported, with the reason, for an operator without a rule, unless an open point is aimed at.
OperatorChoice operator_choice(const std::string& text, const std::string& aim = "");
// Every operator that has a rule and a version of this type and opset.
std::vector<OperatorChoice> every_operator(DType type = DType::undefined, int opset = 0);
// The same choice, of this type and opset. Throws UsageError if that leaves no version.
OperatorChoice narrowed(OperatorChoice choice, DType type, int opset);

struct OperatorCase {
  const Schema* schema = nullptr;
  CaseFiles files;
  size_t refused = 0;  // the number of draws that the operator refused
};

// Draws a case of the operator. Calls whose outputs the specification leaves open are refused,
// unless they are aimed at. Where the point permits a refusal, and Etalon refuses, so does the case
// expect it. Throws InvalidInput, with the last refusal, when many draws in a
// row are refused.
OperatorCase draw_case(const OperatorChoice& choice, Draw& draw, const Options& evaluation = {});

}  // namespace etalon
