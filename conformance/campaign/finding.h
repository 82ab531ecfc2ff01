// What a campaign says of a runtime's answer to one case.
//
// The verdict decides (conformance/judge/answer.h): unlikely and wrong answers are findings, and
// those of which nothing is known where the tolerance refuses them. What the specification leaves
// open is not a finding.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/bounds/verdict.h"
#include "conformance/cases/operator_names.h"
#include "conformance/generate/case_files.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/runtime.h"

namespace etalon {

struct Finding {
  Status status = Status::fail;    // fail, invalid, error, crash, timeout
  Mismatch kind = Mismatch::none;  // of a fail
  std::string subject;             // "Conv-11"
  std::string signature;           // what is wrong, without numbers and names
  std::string path;                // of the first element that differs (path_of()), if it is known
  std::string sentence;            // what is wrong with this case
  std::optional<Verdict> judged;   // of outputs: on the worst

  // What findings of one cause have in common: a refusal its words, whatever the operator; other
  // findings the operator, whatever its version, the judgement, the signature and the path.
  std::string key() const;
  bool is_refusal() const { return status == Status::invalid || status == Status::error; }
};
// True if a smaller case has the finding of the larger one: a shorter path may be its beginning.
bool is_same(const Finding& smaller, const Finding& larger);
nlohmann::json to_json(const Finding& finding);
// Throws an exception of the JSON library for another form.
Finding finding_from_json(const nlohmann::json& json);

// What becomes of a case.
enum class Outcome {
  same,         // the outputs are Etalon's
  rounding,     // they differ as far as rounding, or where nothing is known the tolerance, allows
  open,         // they differ where the specification leaves a choice
  unsupported,  // the runtime says that it does not support the case
  finding,
  undrawn,  // no valid case was found
};
inline constexpr int outcome_count = 6;
std::string_view to_string(Outcome outcome);

struct CaseJudgement {
  Outcome outcome = Outcome::same;
  Finding finding;  // where it is one
};

// A case, bound. What it refers to must outlive it.
struct BoundCase {
  const std::string& subject;
  const CaseFiles& files;
  const BoundModel& model;
  const Bindings& inputs;
  const Options& evaluation;
};

// Judges an answer to the case's first set. Evaluates again for the bounds; where Etalon's limits
// do not suffice for them, nothing is known of rounding.
CaseJudgement judge_answer(const BoundCase& test, const RuntimeAnswer& answer);

// A runtime's words without numbers, names in quotes and brackets, paths, qualified names of C++,
// and this operator's name: what the same words about another case have in common with them.
std::string without_particulars(std::string_view words, std::string_view op_type);

}  // namespace etalon
