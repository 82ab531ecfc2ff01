// The result of `etalon bisect` as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "conformance/bisect/bisect.h"

namespace etalon {

// What the search found, in one line: "Loop-25 …, node 9 of 9, is wrong in the model and when run
// alone".
std::string conclusion_text(const Bisection& bisection);

// "the runtime's answer is Attention-23's as release 1.18.0 defined it (--as-of 1.18.0)\n"; empty
// where it is no release's.
std::string as_of_text(const NodeFault& fault);

// The verdict on the model's outputs, the node, and its outputs in the model and when run alone.
std::string bisection_text(const Bisection& bisection);

// {"outcome", "nodes", "refusal", "outputs": […], "fault": null or {"node", "position", "group":
// [], "confirmed", "refusal", "as_of" (a release, or null), "in_model": […], "alone": […]}};
// outputs are those of report_json.
nlohmann::json bisection_json(const Bisection& bisection);

}  // namespace etalon
