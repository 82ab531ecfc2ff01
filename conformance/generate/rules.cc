#include "conformance/generate/rules.h"

#include "conformance/generate/rule.h"

namespace etalon {

namespace {

// Filled by the static GenerationRules before main(), read-only afterwards.
Rules& table() {
  static Rules rules;
  return rules;
}

}  // namespace

GenerationRule::GenerationRule(std::string_view op_type, Rule draft, std::string_view domain,
                               const char* file) {
  const std::string name =
      domain.empty() ? std::string(op_type) : fmt::format("{}.{}", domain, op_type);
  table()[name] = {draft, file};
}

const Rules& all_rules() { return table(); }

}  // namespace etalon
