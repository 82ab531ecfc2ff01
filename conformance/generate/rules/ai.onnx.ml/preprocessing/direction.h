// CategoryMapper and LabelEncoder-1, which map strings to integers or integers to strings.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Sets the default for the direction that X's type determines.
void give_default_of_direction(Drafting& call);

}  // namespace etalon::rules
