// Reading a graph's scheduling conditions.
#pragma once

#include <map>
#include <string>

#include "conformance/mdf/reader.h"
#include "conformance/mdf/scheduler.h"

namespace etalon::mdf {

using NodeIndex = std::map<std::string, size_t, std::less<>>;

// {type, args} or {type, kwargs}. A termination condition belongs to no node. Throws InvalidModel,
// naming the condition and the field; Unsupported for conditions on clock time.
Condition read_condition(const Json& json, const NodeIndex& nodes, bool is_termination);

}  // namespace etalon::mdf
