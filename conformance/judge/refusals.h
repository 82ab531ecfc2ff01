// Refusals that the specification permits: where data/open_points says "or a refusal".
#pragma once

#include <string>
#include <vector>

#include "conformance/judge/result.h"
#include "engine/interpreter/interpreter.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

// Those of the points whose rule in data/open_points permits a refusal, as well as a result.
std::vector<std::string> refusable(const std::vector<std::string>& points);

// Those that an evaluation of the model meets, also where Etalon itself refuses.
std::vector<std::string> permitted_refusals(const BoundModel& model, const Bindings& inputs,
                                            const Options& options, const Choices& choices = {});

// A runtime's refusal.
struct Refusal {
  Status status;        // invalid, error
  std::string message;  // its words, or what Etalon says in place of them
};
// "error: RuntimeError: integer division by zero"
std::string to_string(const Refusal& refusal);

// True of words that say that the runtime lacks something: "only supports", "not implemented".
bool says_unsupported(const std::string& message);
// The status of an answer to a call that the specification allows: `unsupported` for a refusal that
// says so in words.
Status status_for_valid_call(Status status, const std::string& message);

// Those of the points that the runtime's words fit (conformance/BACKENDS.md): those whose operator
// it names. Where it names no operator of the model, those whose inputs or attributes it names; all
// if it says of the call that it is invalid, out of range or not supported; else those whose
// subject, such as a division by zero, it names.
std::vector<std::string> fitting(const std::vector<std::string>& points, const Refusal& refusal,
                                 const Model& model);

// Of the results of one run: a refusal is not open where the runtime says the same, word for word,
// of a case to which an answer is required. It gets that case's status.
void settle_blanket_refusals(std::vector<CaseResult>& results);

}  // namespace etalon
