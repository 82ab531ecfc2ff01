#include "conformance/repro/peers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

namespace fs = std::filesystem;

bool is_it(const CaseResult& result, const CasePlace& place) {
  const std::string name = "/" + result.suite + "/" + result.name;
  const auto has_id = [&](const std::string& release) { return release + name == place.id; };
  if (has_id(result.release) ||
      std::any_of(result.releases.begin(), result.releases.end(), has_id)) {
    return true;
  }
  if (place.folder.empty() || result.path.empty() || result.path.ends_with(".json")) return false;
  return fs::path(result.path).lexically_normal() == place.folder.lexically_normal();
}

std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

// A runtime that gives Etalon's outputs where the official expectation is wrong is right.
bool is_right(const CaseResult& result) {
  if (result.status == Status::erratum) return true;
  return result.status == Status::pass || result.status == Status::xpass;
}

std::string counted(size_t count, const char* one, const char* several,
                    const std::vector<std::string>& names) {
  if (count == 0) return "";
  return fmt::format("; {} {}: {}", count, count == 1 ? one : several, fmt::join(names, ", "));
}

}  // namespace

Peers peers_on(const CasePlace& place, const std::vector<NamedReport>& runs,
               const std::string& runtime) {
  std::map<std::string, const CaseResult*> results;
  for (const NamedReport& run : runs) {
    const std::string title = runtime_title(run.report);
    if (first_word(title) == first_word(runtime)) continue;
    for (const CaseResult& result : run.report.results) {
      if (is_it(result, place)) results[title] = &result;
    }
  }
  Peers peers;
  for (const auto& [title, result] : results) {
    if (is_right(*result)) {
      peers.right.push_back(title);
    } else if (result->status == Status::unsupported) {
      peers.unsupported.push_back(title);
    } else {
      peers.wrong.push_back(fmt::format("{} ({})", title, to_string(result->status)));
    }
  }
  return peers;
}

std::string to_string(const Peers& peers) {
  if (peers.count() == 0) return "no other runtime has run this case";
  const std::string names =
      peers.right.empty() ? "" : fmt::format(": {}", fmt::join(peers.right, ", "));
  return printable(fmt::format("{} of {} other runtimes {} the expected digits{}{}{}",
                               peers.right.size(), peers.count(),
                               peers.right.size() == 1 ? "gives" : "give", names,
                               counted(peers.wrong.size(), "does not", "do not", peers.wrong),
                               counted(peers.unsupported.size(), "does not support it",
                                       "do not support it", peers.unsupported)));
}

nlohmann::json to_json(const Peers& peers) {
  return {{"right", peers.right}, {"wrong", peers.wrong}, {"unsupported", peers.unsupported}};
}

}  // namespace etalon
