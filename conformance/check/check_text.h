// Reports of `etalon check`, for people and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/check/check.h"

namespace etalon {

// "passes: within rtol 0.001 and atol 1e-07, and no further off than honest evaluations are"
std::string sentence(const OutputReport& report);

// What rounding has to do with the differences of an output: "no further off than honest
// evaluations are"; empty where nothing is known.
std::string rounding_clause(const OutputReport& report);

// What decides that an output passes: "within the tolerance, and no further off than honest
// evaluations are".
std::string deciding_rule(const std::vector<Tolerance>& tolerances);

// "  exact       6e-07 of the largest value, 3 times an honest float32 evaluation\n", and the nodes
// that have no float64 form; empty where it was not measured.
std::string exact_lines(const OutputReport& report);

// The verdict, then one line for each measured quantity.
std::string report_text(const OutputReport& report);

// {"name", "verdict", "pass", "decides", "type", "sentence", "rtol", "atol", "max_ulp" (or null),
// "elements",
//  "mismatches": {"nan", "infinity", "zero", "value"}, "signed_zeros",
//  "first", "largest": {"absolute", "relative", "ulp"}: each null or {"amount", "where", "got",
//  "expected"}, "ulp_histogram": [{"from", "to", "count"}], "rounding": null or {"verdict", "bound"
//  (or null, then without), "beyond", "vacuous", "largest_share", "introduced", "propagated",
//  "spread": null or {"evaluations", "largest", "outside", "times"}}, "exact": null or {"scaled",
//  "honest", "factor" (or null), "type", "rounded": […]}, "no_exact", "no_bound", "open", "zeros":
//  […] of {"point", "node", "depends", "elements", "where", "got", "expected"}, "hint"}
nlohmann::json report_json(const OutputReport& report);

}  // namespace etalon
