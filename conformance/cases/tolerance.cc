#include "conformance/cases/tolerance.h"

namespace etalon {

Tolerance JudgingRule::of(Tolerance tolerance, size_t nodes) const {
  tolerance.rule =
      relative.value_or(nodes > 1 ? Tolerance::Rule::scaled : Tolerance::Rule::official);
  tolerance.decides = decides;
  return tolerance;
}

std::optional<JudgingRule> rule_named(std::string_view name) {
  if (name == "official") return official_rule;
  if (name == "scaled") return JudgingRule{Tolerance::Rule::scaled, Tolerance::Decides::tolerance};
  if (name == "rounding") return JudgingRule{std::nullopt, Tolerance::Decides::rounding};
  if (name == "both") return strictest_rule;
  return std::nullopt;
}

std::string_view name_of(const JudgingRule& rule) {
  switch (rule.decides) {
    case Tolerance::Decides::rounding:
      return "rounding";
    case Tolerance::Decides::both:
      return "both";
    case Tolerance::Decides::tolerance:
      break;
  }
  return rule.relative == Tolerance::Rule::scaled ? "scaled" : "official";
}

}  // namespace etalon
