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
  entry.at("expected").get_to(erratum.expected);
  entry.at("specification").get_to(erratum.specification);
  erratum.follows_data = is_follow_data(entry);
  entry.at("why").get_to(erratum.why);
  erratum.thread = entry.value("thread", "");
  entry.at("proof").get_to(erratum.proof);
  return erratum;
}

// Puts the entry's id in front of the message of an error.
Erratum named_erratum(const json& entry) {
  try {
    return erratum_from_json(entry);
  } catch (const Error& problem) {
    throw InvalidInput("erratum {}: {}", entry.value("id", "without id"), problem.what());
  } catch (const json::exception& problem) {
    throw InvalidInput("erratum {}: {}", entry.value("id", "without id"), json_sentence(problem));
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
  try {
    std::vector<Erratum> list;
    const json document = parse_json(file_text(file));
    for (const json& entry : document.at("errata")) list.push_back(named_erratum(entry));
    return list;
  } catch (const Error& problem) {
    throw InvalidInput("{}: {}", file.string(), problem.what());
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: {}", file.string(), json_sentence(problem));
  }
}

const std::vector<Erratum>& errata() {
  static const std::vector<Erratum> list = [] {
    const std::filesystem::path file = data_folder() / "errata.json";
    return std::filesystem::exists(file) ? read_errata(file) : std::vector<Erratum>{};
  }();
  return list;
}

const Erratum* erratum_of(const std::vector<Erratum>& list, const Case& test,
                          const Differences& in_force) {
  const std::string name = test.suite + "/" + test.name;
  for (const Erratum& erratum : list) {
    if (erratum.follows_data || !holds(erratum.cases, name)) continue;
    if (in_force.contains(erratum.id)) continue;
    const bool stood =
        std::any_of(test.releases.begin(), test.releases.end(),
                    [&](const std::string& release) { return erratum.covers(release); });
    if (stood || erratum.covers(test.release)) return &erratum;
  }
  return nullptr;
}

const Erratum* erratum_of(const Case& test, const Differences& in_force) {
  return erratum_of(errata(), test, in_force);
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
