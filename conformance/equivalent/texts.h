// The comparison of two models as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "conformance/equivalent/fail_on.h"
#include "conformance/equivalent/verdicts.h"

namespace etalon::equivalent {

// The first line tells the worst verdict.
std::string equivalence_text(const Equivalence& equivalence);

// {"verdict", "pass": nothing fails, "inputs", "aimed", "refused", "sides", "reached", "unreached":
// […], "trips": […], "lengths": […], "one_sided": […] (texts as in Equivalence), "nodes", "shared",
// "remarks": […], "interface", "initializers": [{"what", "verdict"}], "outputs": [{"before",
// "after", "verdict", "judged": a verdict as in verdict.h, "sentence", "identical", "input" (or
// null), "special_only", "usual", "width", "piece": null or {"before_value", "after_value", "from",
// "before_nodes", "after_nodes", "verdict"}}], "folds": [{"constant", "nodes", "how", "verdict"}],
// "folded", "witness" (or null), "proof" (as proof_json, or null), "stopped" (or null)}
nlohmann::json equivalence_json(const Equivalence& equivalence,
                                const FailOn& fail_on = usual_failures());

// "proof: equal for all values at x [2, 3], …", and what is not.
std::string proof_text(const Proof& proof);
// {"proved", "but_for_rounding", "field": the modulus, "seeds", "degree": at most, "shapes",
// "fixed", "outputs": [{"before", "after", "proved", "why"}], "pairs", "pieces": those not proved,
// "constants": [{"constant", "exact", "elements", "off", "far", "greatest_ulp", "at"}], "unknown",
// "problem" (or null)}
nlohmann::json proof_json(const Proof& proof);

// Of a pair inside that differs though all outputs agree.
std::string remark_of(const Piece& piece);

}  // namespace etalon::equivalent
