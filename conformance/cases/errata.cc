#include "conformance/cases/errata.h"

#include <algorithm>

#include "conformance/cases/cases.h"
#include "conformance/cases/releases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/operators/schema.h"

namespace etalon {

using nlohmann::json;

namespace {

using Strings = std::vector<std::string>;

bool holds(const Strings& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool is_follow_data(const json& entry) {
  const std::string follow = entry.at("follow");
  if (follow == "data" || follow == "specification") return follow == "data";
  throw InvalidInput("\"follow\" is \"specification\" or \"data\", not \"{}\"", follow);
}

Status outcome_of(const json& entry) {
  const std::string outcome = entry.value("outcome", "fail");
  if (outcome == "fail") return Status::fail;
  if (outcome == "invalid") return Status::invalid;
  throw InvalidInput("\"outcome\" is \"fail\" or \"invalid\", not \"{}\"", outcome);
}

Erratum erratum_from_json(const json& entry) {
  Erratum erratum;
  entry.at("id").get_to(erratum.id);
  entry.at("operator").get_to(erratum.op);
  erratum.domain = canonical_domain(entry.at("domain").get<std::string>());
  entry.at("versions").get_to(erratum.versions);
  erratum.releases = entry.value("releases", Strings{});
  erratum.from = entry.value("from", "");
  erratum.to = entry.value("to", "");
  entry.at("cases").get_to(erratum.cases);
  erratum.outputs = entry.value("outputs", Strings{});
  erratum.outcome = outcome_of(entry);
  erratum.as_of = entry.value("as_of", false);
  erratum.lenient = entry.value("lenient", false);
  entry.at("expected").get_to(erratum.expected);
  entry.at("specification").get_to(erratum.specification);
  erratum.follows_data = is_follow_data(entry);
  entry.at("why").get_to(erratum.why);
  erratum.thread = entry.value("thread", "");
  entry.at("proof").get_to(erratum.proof);
  return erratum;
}

bool needs_contents(const Erratum& erratum) { return !erratum.follows_data || erratum.lenient; }

constexpr size_t content_digits = 16;

bool has_content(const Erratum& erratum, std::string_view identity) {
  return identity.size() >= content_digits &&
         erratum.contents.contains(identity.substr(0, content_digits));
}

void add_contents(std::vector<Erratum>& list, const std::filesystem::path& file) {
  if (std::none_of(list.begin(), list.end(), needs_contents)) return;
  const json document = parse_json(file_text(file));
  const json& contents = document.at("contents");
  for (Erratum& erratum : list) {
    if (!needs_contents(erratum)) continue;
    for (const auto& [name, digests] : contents.at(erratum.id).items()) {
      for (const json& digest : digests) erratum.contents.insert(digest.get<std::string>());
    }
  }
}

}  // namespace

bool Erratum::covers(const std::string& release) const {
  if (!releases.empty()) return holds(releases, release);
  return (from.empty() || !earlier_release(release, from)) &&
         (to.empty() || !earlier_release(to, release));
}

std::string Erratum::release_text() const {
  if (!releases.empty()) return fmt::format("{}", fmt::join(releases, ", "));
  if (from.empty() && to.empty()) return "every release";
  return from == to ? from : from + "…" + to;
}

std::vector<Erratum> read_errata(const std::filesystem::path& file) {
  std::vector<Erratum> list = naming(file.string(), [&] {
    std::vector<Erratum> entries;
    const json document = parse_json(file_text(file));
    for (const json& entry : document.at("errata")) {
      entries.push_back(naming("erratum " + entry.value("id", "without id"),
                               [&] { return erratum_from_json(entry); }));
    }
    return entries;
  });
  const std::filesystem::path contents = file.parent_path() / "errata_contents.json";
  naming(contents.string(), [&] { add_contents(list, contents); });
  return list;
}

const std::vector<Erratum>& errata() {
  static const std::vector<Erratum> list = [] {
    const std::filesystem::path file = data_folder() / "errata.json";
    return std::filesystem::exists(file) ? read_errata(file) : std::vector<Erratum>{};
  }();
  return list;
}

const Erratum* erratum_of(const std::vector<Erratum>& list, std::string_view identity,
                          const Differences& in_force) {
  for (const Erratum& erratum : list) {
    if (erratum.follows_data || in_force.contains(erratum.id)) continue;
    if (has_content(erratum, identity)) return &erratum;
  }
  return nullptr;
}

const Erratum* erratum_of(std::string_view identity, const Differences& in_force) {
  return erratum_of(errata(), identity, in_force);
}

bool is_lenient(std::string_view identity) {
  return std::any_of(errata().begin(), errata().end(), [&](const Erratum& erratum) {
    return erratum.lenient && has_content(erratum, identity);
  });
}

bool is_named_in_errata(const std::string& name) {
  static const std::set<std::string> names = [] {
    std::set<std::string> found;
    for (const Erratum& erratum : errata()) {
      if (!needs_contents(erratum)) continue;
      for (const std::string& listed : erratum.cases) {
        found.insert(listed.substr(listed.rfind('/') + 1));
      }
    }
    return found;
  }();
  return names.contains(name);
}

bool excuses(const Erratum& erratum, Status status, const std::set<std::string>& outputs) {
  if (status != erratum.outcome) return false;
  return erratum.outputs.empty() ||
         std::all_of(outputs.begin(), outputs.end(),
                     [&](const std::string& name) { return holds(erratum.outputs, name); });
}

Differences differences_of(const std::vector<Erratum>& list, const std::string& release) {
  Differences differences;
  for (const Erratum& erratum : list) {
    if (erratum.as_of && erratum.covers(release)) differences.insert(erratum.id);
  }
  return differences;
}

Differences differences_of(const std::string& release) { return differences_of(errata(), release); }

std::vector<const Erratum*> errata_about(const Schema& schema) {
  std::vector<const Erratum*> about;
  for (const Erratum& erratum : errata()) {
    const bool version = std::find(erratum.versions.begin(), erratum.versions.end(),
                                   schema.since_version) != erratum.versions.end();
    if (version && erratum.op == schema.name && erratum.domain == schema.domain) {
      about.push_back(&erratum);
    }
  }
  return about;
}

}  // namespace etalon
