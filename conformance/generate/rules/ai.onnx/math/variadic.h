// Max, Mean, Min, Sum.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// From one to four inputs that broadcast; before opset 8 of equal shapes.
void variadic(Drafting& call);

}  // namespace etalon::rules
