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

GenerationRule::GenerationRule(const char* name, void (*draft)(Drafting&), const char* file) {
  table()[name] = {draft, file};
}

GenerationRule::GenerationRule(const char* name, void (*draft)(Drafting&, Draw&),
                               const char* file) {
  table()[name] = {[draft](Drafting& call) { draft(call, call.draw()); }, file};
}

const Rules& all_rules() { return table(); }

}  // namespace etalon
