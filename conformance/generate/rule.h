// The interface for rules: the call to draft, and the entry in the table of rules.
#pragma once

#include "conformance/generate/drafting.h"
#include "conformance/generate/rules.h"

namespace etalon {

// A static GenerationRule adds the rule for all versions of an operator to the table:
//   const GenerationRule celu_rule("Celu", [](Drafting& call) { … });
//   const GenerationRule det_rule("Det", [](Drafting& call, Draw& draw) { … });  // call.draw()
// Several rules are compiled in one unit, so the variable is named after the operator.
class GenerationRule {
 public:
  // `name` is the operator's in the table (Rules), `file` the source file that defines the object.
  GenerationRule(const char* name, void (*draft)(Drafting&), const char* file = __builtin_FILE());
  GenerationRule(const char* name, void (*draft)(Drafting&, Draw&),
                 const char* file = __builtin_FILE());
};

}  // namespace etalon
