// BlackmanWindow, HammingWindow, HannWindow.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Draws only float types: how a weight becomes an integer is not specified.
void cosine_window(Drafting& call);

}  // namespace etalon::rules
