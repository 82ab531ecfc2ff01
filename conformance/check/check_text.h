// Reports of `etalon check`, for people and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/check/check.h"

namespace etalon {

// Whether it passes, and the verdict.
inline std::string sentence(const OutputReport& report) {
  return sentence(report, report.tolerance);
}

// What decides that an output passes: "within the tolerance".
std::string deciding_rule(const std::vector<Tolerance>& tolerances);

// "  exact       6e-07 of the largest value, Etalon's own float32 evaluation 2e-07\n", and the
// nodes that have no float64 form; empty where it was not measured.
std::string exact_lines(const OutputReport& report);

// The verdict, then one line for each measured quantity.
std::string report_text(const OutputReport& report);

// The fields of the verdict (conformance/bounds/verdict.h), and {"name", "pass", "type",
// "sentence", "rule", "relative_to", "rtol", "atol", "max_ulp" (or null), "elements",
//  "mismatches": {"nan", "infinity", "zero", "value"}, "signed_zeros",
//  "first", "largest": {"absolute", "relative", "ulp"}: each null or {"amount", "where", "got",
//  "expected"}, "ulp_histogram": [{"from", "to", "count"}], "rounding": null or {"bound" (or null,
//  then without), "beyond", "vacuous", "largest_share", "introduced", "propagated", "spread": null
//  or {"evaluations", "largest", "outside", "times"}}, "exact": null or {"scaled", "honest",
//  "factor" (or null), "type", "rounded": […]}, "no_exact", "no_bound", "open", "open_zeros": […]
//  of
//  {"point", "node", "depends", "elements", "where", "got", "expected"}, "hint"}
nlohmann::json report_json(const OutputReport& report);

}  // namespace etalon
