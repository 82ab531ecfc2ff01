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
// if no release gives it.
std::string as_of_text(const NodeFault& fault);

// "Loop-16 'loop', iteration 3, body node Add-14 'add'": where it is inside of others, too.
std::string whole_label(const NodeFault& fault);

// The first line where a node is wrong although the outputs pass, as in `check` (node_check.h);
// else empty.
std::string headline_text(const Bisection& bisection);

// The verdict on the model's outputs, the node, and its outputs in the model and when run alone.
std::string bisection_text(const Bisection& bisection);

// {"outcome", "pass", "headline" (or null), "nodes", "refusal", "outputs": […], "fault": null or
// {"node", "position", "inside": [{"node", "position", "body" (the attribute; "" of a function),
// "iteration" (or null)}], "bodies" (or null), "group": [], "confirmed", "refusal", "as_of" (a
// release, or null), "in_model": […], "alone": […]}}; outputs are those of report_json.
nlohmann::json bisection_json(const Bisection& bisection);

}  // namespace etalon
