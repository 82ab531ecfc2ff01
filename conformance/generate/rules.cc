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

GenerationRule::GenerationRule(const char* name, Rule draft, const char* file) {
  table()[name] = {draft, file};
}

const Rules& all_rules() { return table(); }

}  // namespace etalon
