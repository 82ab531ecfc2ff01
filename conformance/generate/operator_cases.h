// Random valid calls of operators.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/generate/case_files.h"
#include "conformance/generate/draw.h"
#include "conformance/generate/wishes.h"
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
  Wishes wishes = {};             // what each call has
};

// "Conv" or "Conv-11", "ai.onnx.ml.Scaler" or "ai.onnx.ml.Scaler-1"; the domain may be left out
// if ai.onnx has no operator with that name. Throws UsageError if no domain has the operator,
// Unsupported, with the reason, for an operator without a rule, unless an open point is aimed at.
OperatorChoice operator_choice(const std::string& text, const std::string& aim = "");
// Every operator of ONNX's domains that has a rule and a version of this type and opset; those of
// an ONNX release to come alone where the opset says so.
std::vector<OperatorChoice> every_operator(DType type = DType::undefined, int opset = 0);
// The same choice, of this type and opset, and where the calls have what is wished for. Throws
// UsageError if that leaves no version.
OperatorChoice narrowed(OperatorChoice choice, DType type, int opset, const Wishes& wishes = {});

struct OperatorCase {
  const Schema* schema = nullptr;
  CaseFiles files;
  size_t refused = 0;      // the number of draws that the operator refused
  size_t revalued = 0;     // how often a call that is refused for its values got others
  size_t passed_over = 0;  // calls with empty outputs, or that return their input, drawn again
};

// Draws a case of the operator; it has `about`, without a seed. Calls whose outputs the
// specification leaves open are refused, unless they are aimed at: first with other values, then
// with another call. Where the point permits a refusal, and Etalon refuses, so does the case expect
// it. Of the calls of an operator at most one in ten has only empty outputs, and as many give their
// first input back, but for operators that do nothing else. Throws InvalidInput, with the last
// refusal, when many draws in a row are refused, or with the wishes that no draw meets.
OperatorCase draw_case(const OperatorChoice& choice, Draw& draw, const Options& evaluation = {});

}  // namespace etalon
