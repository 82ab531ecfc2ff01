// Official cases whose expectation is itself known to be wrong, with the evidence.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace etalon {

struct Case;

// One entry of data/errata.json: {"schema": 1, "errata": [{"releases": ["1.22.0"], "suite": "node",
// "name": "test_…", "evidence": "…"}]}. Without "releases" it holds for all of them.
struct Erratum {
  std::vector<std::string> releases;
  std::string suite;
  std::string name;
  std::string evidence;
};

// Those of the data folder; none when it has no such file. Read once. Throws InvalidInput.
const std::vector<Erratum>& errata();
// Those of one file.
std::vector<Erratum> read_errata(const std::filesystem::path& file);
// The evidence against a case; nothing when there is none.
std::optional<std::string> erratum_of(const Case& test);

}  // namespace etalon
