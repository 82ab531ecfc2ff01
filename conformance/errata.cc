#include "conformance/errata.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "conformance/cases.h"
#include "conformance/paths.h"

namespace etalon {

std::vector<Erratum> read_errata(const std::filesystem::path& file) {
  using nlohmann::json;
  try {
    std::vector<Erratum> list;
    const json document = json::parse(file_text(file));
    for (const json& entry : document.at("errata")) {
      list.push_back({entry.value("releases", std::vector<std::string>{}), entry.at("suite"),
                      entry.at("name"), entry.at("evidence")});
    }
    return list;
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: {}", file.string(), problem.what());
  }
}

const std::vector<Erratum>& errata() {
  static const std::vector<Erratum> list = [] {
    const std::filesystem::path file = data_folder() / "errata.json";
    return std::filesystem::exists(file) ? read_errata(file) : std::vector<Erratum>{};
  }();
  return list;
}

std::optional<std::string> erratum_of(const Case& test) {
  for (const Erratum& erratum : errata()) {
    const bool release =
        erratum.releases.empty() || std::find(erratum.releases.begin(), erratum.releases.end(),
                                              test.release) != erratum.releases.end();
    if (release && erratum.suite == test.suite && erratum.name == test.name) {
      return erratum.evidence;
    }
  }
  return std::nullopt;
}

}  // namespace etalon
