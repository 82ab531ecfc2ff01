// Official cases that contradict the specification, with the evidence: data/errata.json.
//
//   {"schema": 1, "errata": [{
//      "id": "roialign-max",                    names the entry
//      "operator": "RoiAlign", "domain": "ai.onnx", "versions": [10, 16],
//      "from": "1.5.0", "to": "1.22.0",         or "releases": [...]; without these, all releases
//      "cases": ["node/test_roialign_mode_max"],  with errata_contents.json, which contents
//      "outputs": ["Y"],                        only these differ; without it, any
//      "as_of": true,                           `--as-of` one of these releases evaluates as the
//                                               release expects: see Differences in
//                                               engine/operators/operator.h
//      "outcome": "invalid",                    the outcome of the case; default "fail"
//      "lenient": true,                         the case is evaluated as by --lenient
//      "expected": …, "specification": …,       what the release expects, what the text says
//      "follow": "specification",               or "data": then the case must pass, and the entry
//                                               only documents how the text was read
//      "why": …, "thread": "#4764", "proof": …}]}
//
// An entry applies to a case by the case's content, wherever its folder lies and whatever its name
// is. data/errata_contents.json lists the contents of the entries' cases in the releases that they
// cover, by the first 16 digits of the identity (see identity_of); scripts/errata_contents.py
// writes it:
//
//   {"schema": 1, "contents": {"roialign-max": {"node/test_roialign_mode_max": ["80f9…", …]}}}
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/cases/status.h"
#include "engine/operators/operator.h"

namespace etalon {

struct Erratum {
  std::string id;
  std::string op;
  std::string domain;
  std::vector<int> versions;
  std::vector<std::string> releases;
  std::string from;
  std::string to;
  std::vector<std::string> cases;  // "node/test_abs"
  std::vector<std::string> outputs;
  Status outcome = Status::fail;
  bool as_of = false;
  bool lenient = false;
  std::set<std::string, std::less<>> contents;  // the first digits of identities
  std::string expected;
  std::string specification;
  bool follows_data = false;
  std::string why;
  std::string thread;
  std::string proof;

  bool covers(const std::string& release) const;
  // "1.5.0…1.22.0", "1.7.0, 1.8.0", "every release".
  std::string release_text() const;
};

// The errata of the data folder; empty when it has no errata.json. Read once. Throws InvalidInput.
const std::vector<Erratum>& errata();
// The errata of one file, and their contents from errata_contents.json in the same folder, which
// must exist when an entry needs contents: when it follows the specification or is lenient. Throws
// InvalidInput, naming the file and the entry.
std::vector<Erratum> read_errata(const std::filesystem::path& file);

// The first entry that contradicts the case with this identity; nullptr when there is none. Entries
// that follow the data, and entries in `in_force`, are ignored: they excuse nothing.
const Erratum* erratum_of(std::string_view identity, const Differences& in_force = {});
const Erratum* erratum_of(const std::vector<Erratum>& list, std::string_view identity,
                          const Differences& in_force = {});
// True when a lenient entry has the case with this identity.
bool is_lenient(std::string_view identity);
// True when an entry with contents lists a case of this name in any suite: only then is a case that
// passes worth computing its identity.
bool is_named_in_errata(const std::string& name);
// True when the entry explains this outcome, where `outputs` are the names of those that differ.
bool excuses(const Erratum& erratum, Status status, const std::set<std::string>& outputs);

// The differences of a release from the specification.
Differences differences_of(const std::string& release);
Differences differences_of(const std::vector<Erratum>& list, const std::string& release);

// The entries about one version of an operator.
std::vector<const Erratum*> errata_about(const Schema& schema);

}  // namespace etalon
