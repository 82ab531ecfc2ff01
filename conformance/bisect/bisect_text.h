// What `etalon bisect` says, for people and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "conformance/bisect/bisect.h"

namespace etalon {

// The verdict on the model's outputs, the node, and what was measured there and alone.
std::string bisection_text(const Bisection& bisection);

// {"outcome", "nodes", "refusal", "outputs": […], "fault": null or {"node", "position",
// "confirmed",
//  "refusal", "in_model": […], "alone": […]}}; outputs are those of report_json.
nlohmann::json bisection_json(const Bisection& bisection);

}  // namespace etalon
