// The names of a corpus's cases: what a case is about, then digits of its call.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/selection.h"

namespace etalon {

// How many cases have each point.
using PointCounts = std::map<Point, size_t>;
PointCounts counted(const std::vector<SelectedCase>& cases);

// "test_mod_v13_int8_negative_b_fmod_0_0a1b2c3d4e": the operator and version; of a case with
// outputs its first type and its rarest points, of a refusal "refused" and the kind of step; ten
// digits of the checksum of its model and inputs.
std::string case_name(const Schema& schema, const SelectedCase& selected,
                      const PointCounts& counts);

// The part of a case's path that its call decides: its folder, and the digits of its name. Two
// corpora may have the same call under other words, as points are rare in one and not in the other.
std::string identity_of_path(std::string_view path);

}  // namespace etalon
