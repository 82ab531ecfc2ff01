// Cases that expect a refusal: calls that the specification forbids, one step away from a valid
// call.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/generate/forbidden_steps.h"
#include "conformance/generate/operator_cases.h"

namespace etalon {

// A step of this kind from a valid call (forbidden_steps.h) to one that Etalon refuses, as a case
// that expects the refusal. Nothing where it finds none. A call is kept only where Etalon refuses
// it as InvalidModel (it breaks the schema) or InvalidInput (the text calls it an error), not where
// no sentence of the text forbids it, and not at an open point: there another reading is permitted.
std::optional<CaseFiles> refused_call(const NodeCall& valid, std::string_view kind, Draw& draw,
                                      const Options& evaluation);

// Draws such cases of an operator. The kinds of step take turns, as far as the operator's calls
// have them.
class RefusalDraws {
 public:
  explicit RefusalDraws(OperatorChoice choice) : choice_(std::move(choice)) {}

  // Throws InvalidInput, as draw_case does, and where no step from many calls is refused.
  OperatorCase draw(Draw& draw, const Options& evaluation);
  // The number of cases by kind of step.
  const std::map<std::string, size_t>& kinds() const { return made_; }

 private:
  std::vector<std::string> by_turn(Draw& draw) const;

  OperatorChoice choice_;
  std::map<std::string, size_t> made_;
  std::map<std::string, size_t> failed_;
};

}  // namespace etalon
