// What a rule's file uses: the call to draft, and the table entry it makes.
#pragma once

#include <string_view>

#include "conformance/generate/drafting.h"
#include "conformance/generate/rules.h"

namespace etalon {

// A static GenerationRule enters the rule of an operator, in all its versions, into the table:
//   const GenerationRule softmax_rule("Softmax", softmax);
// The rules are compiled several to a unit: its name is the operator's.
class GenerationRule {
 public:
  // `file` is where the object stands.
  GenerationRule(std::string_view op_type, Rule draft, std::string_view domain = "",
                 const char* file = __builtin_FILE());
};

}  // namespace etalon
