// The atlas's example of an open point as a call.
#pragma once

#include <string>

#include "conformance/generate/draw.h"
#include "conformance/generate/one_node.h"

namespace etalon {

// Throws InvalidInput where data/open_points has no open point with this id.
NodeCall example_call(const std::string& point, Draw& draw);

}  // namespace etalon
