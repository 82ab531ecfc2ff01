// Making a failing case as small and simple as it can be while it fails in the same way.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "conformance/generate/case_files.h"
#include "conformance/generate/one_node.h"

namespace etalon {

struct ShrinkLimits {
  size_t checks = 300;        // smaller cases that are given to `fails`
  size_t evaluations = 3000;  // smaller calls that Etalon evaluates, or refuses
};

struct Shrunk {
  CaseFiles files;
  size_t checks = 0;
};

// A case of one node, as draw_case() makes it, with fewer attributes, inputs and outputs, shorter
// dimensions, fewer axes, and elements and attributes that are 0, 1 or another simple number.
// Calls that Etalon refuses, or whose outputs the specification leaves open, are not tried.
// `fails` says whether a case still fails in the same way. A case with more than one node stays as
// it is.
Shrunk shrunk(const CaseFiles& files, const std::function<bool(const CaseFiles&)>& fails,
              const Options& evaluation, const ShrinkLimits& limits = {});

// The call as a case. Nothing where Etalon refuses it, or the specification leaves outputs open.
std::optional<CaseFiles> decided_soon(const NodeCall& call, Options evaluation);

// The number of elements of all inputs.
size_t input_elements(const CaseFiles& files);
// True if an input holds NaN, an infinity, or a number whose square its float type does not hold.
bool has_special_numbers(const CaseFiles& files);

}  // namespace etalon
