// The answers of other runtimes to a case, from the reports of their runs.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/reports/merge.h"

namespace etalon {

// A case as reports name it.
struct CasePlace {
  std::string id;                // "1.22.0/node/test_abs"; may be empty
  std::filesystem::path folder;  // its folder, or the file of an own case; may be empty
};

struct Peers {
  std::vector<std::string> right;        // runtimes that give the expected digits
  std::vector<std::string> wrong;        // "tract 0.23.9 (fail)"
  std::vector<std::string> unsupported;  // those that do not support the case
  size_t count() const { return right.size() + wrong.size() + unsupported.size(); }
};

// How the runs of other runtimes than this one ended on the case; runs without it do not count.
// Of several runs of one version of a runtime, the last counts.
Peers peers_on(const CasePlace& place, const std::vector<NamedReport>& runs,
               const std::string& runtime);

// "4 of 7 other runtimes give the expected digits: …; 2 do not: …; 1 does not support it: …". "no
// other runtime has run this case" where there is none.
std::string to_string(const Peers& peers);
nlohmann::json to_json(const Peers& peers);

}  // namespace etalon
