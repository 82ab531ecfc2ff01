#include "conformance/bisect/as_released.h"

#include <algorithm>
#include <set>

#include "conformance/cases/corpus.h"
#include "conformance/cases/errata.h"
#include "conformance/cases/releases.h"
#include "conformance/judge/compare.h"
#include "engine/loader/loader.h"

namespace etalon {

namespace {

// Those of a release's differences that are about this version of an operator.
Differences about(const Schema& schema, const std::string& release) {
  Differences differences;
  const Differences all = differences_of(release);
  for (const Erratum* erratum : errata_about(schema)) {
    if (all.contains(erratum->id)) differences.insert(erratum->id);
  }
  return differences;
}

bool gives(const BoundModel& model, const Bindings& inputs, const Options& evaluation,
           const Values& outputs, const Tolerance& tolerance) {
  try {
    const Values meant = evaluate(model, inputs, evaluation);
    return meant.size() == outputs.size() &&
           std::equal(meant.begin(), meant.end(), outputs.begin(),
                      [&](const Value& value, const Value& got) {
                        return compare(got, value, tolerance).pass();
                      });
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::string> releases_newest_first() {
  std::vector<std::string> releases;
  const Manifest manifest = read_manifest();
  for (const Corpus& each : manifest.corpora) releases.push_back(each.release);
  for (const Corpus& each : manifest.upcoming) releases.push_back(each.release);
  std::sort(releases.begin(), releases.end(),
            [](const std::string& a, const std::string& b) { return earlier_release(b, a); });
  return releases;
}

}  // namespace

std::string release_that_meant(const OneNodeModel& model, const Values& got,
                               const Tolerance& tolerance, const Options& evaluation) {
  const BoundModel bound = parse_model(model.model);
  if (bound.graph.nodes.size() != 1 || bound.graph.nodes.front().schema == nullptr) return "";
  const Schema& schema = *bound.graph.nodes.front().schema;
  if (errata_about(schema).empty()) return "";
  const Bindings inputs(model.inputs.begin(), model.inputs.end());
  std::set<Differences> tried = {{}, evaluation.as_released};
  for (const std::string& release : releases_newest_first()) {
    Options as_released = evaluation;
    as_released.as_released = about(schema, release);
    if (!tried.insert(as_released.as_released).second) continue;
    if (gives(bound, inputs, as_released, got, tolerance)) return release;
  }
  return "";
}

}  // namespace etalon
