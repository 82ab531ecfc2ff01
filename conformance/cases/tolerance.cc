#include "conformance/cases/tolerance.h"

namespace etalon {

Tolerance JudgingRule::of(Tolerance tolerance, size_t nodes) const {
  tolerance.rule =
      relative.value_or(nodes > 1 ? Tolerance::Rule::scaled : Tolerance::Rule::official);
  tolerance.decides = decides;
  tolerance.signed_zeros = signed_zeros;
  return tolerance;
}

std::optional<JudgingRule> rule_named(std::string_view name) {
  if (name == "official") return official_rule;
  if (name == "scaled") return JudgingRule{Tolerance::Rule::scaled, Tolerance::Decides::tolerance};
  if (name == "verdict" || name == "rounding" || name == "both") return verdict_rule;
  return std::nullopt;
}

std::string_view name_of(const JudgingRule& rule) {
  if (rule.decides == Tolerance::Decides::verdict) return "verdict";
  return rule.relative == Tolerance::Rule::scaled ? "scaled" : "official";
}

}  // namespace etalon
