// CategoryMapper and LabelEncoder-1, which map texts to integers or back.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The one default that goes with X's type, which tells the direction.
void give_default_of_direction(Drafting& call);

}  // namespace etalon::rules
