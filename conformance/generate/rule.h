// The interface for rules: the call to draft, and the entry in the table of rules.
#pragma once

#include <string_view>

#include "conformance/generate/drafting.h"
#include "conformance/generate/rules.h"

namespace etalon {

// A static GenerationRule adds the rule for all versions of an operator to the table:
//   const GenerationRule softmax_rule("Softmax", softmax);
// Several rules are compiled in one unit, so the variable is named after the operator.
class GenerationRule {
 public:
  // `file` is the source file that defines the object.
  GenerationRule(std::string_view op_type, Rule draft, std::string_view domain = "",
                 const char* file = __builtin_FILE());
};

}  // namespace etalon
