#include <algorithm>
#include <set>

#include "conformance/cases/cases.h"
#include "conformance/common/json.h"
#include "conformance/corpus/corpus_files.h"
#include "conformance/corpus/make.h"
#include "conformance/judge/compare.h"
#include "engine/loader/inner_path.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// The paths of the cases by what their calls decide of them.
std::map<std::string, std::string> paths_in(const fs::path& corpus) {
  std::map<std::string, std::string> paths;
  for (const std::string& path : paths_in_index(corpus)) paths[identity_of_path(path)] = path;
  return paths;
}

// The paths of the cases of `a` that `b` does not have.
std::vector<std::string> missing(const std::map<std::string, std::string>& a,
                                 const std::map<std::string, std::string>& b) {
  std::vector<std::string> paths;
  for (const auto& [identity, path] : a) {
    if (!b.contains(identity)) paths.push_back(path);
  }
  return paths;
}

// The files of a case by their sums: the kind of change shows in which of them differ.
struct Sums {
  std::map<std::string, std::string> call, outputs, labels;
};

Sums sums_of(const std::map<std::string, std::string>& all, const std::string& path) {
  Sums sums;
  const std::string prefix = path + "/";
  for (auto at = all.lower_bound(prefix); at != all.end() && at->first.starts_with(prefix); ++at) {
    const std::string name = fs::path(at->first).filename().string();
    auto& group = name == "model.onnx" || name.starts_with("input_") ? sums.call
                  : name.starts_with("output_")                      ? sums.outputs
                                                                     : sums.labels;
    group[at->first.substr(prefix.size())] = at->second;
  }
  return sums;
}

// Whether the outputs of the case are as many, of the same types and shapes in both corpora.
bool alike(const fs::path& a, const fs::path& b) {
  const auto outputs = [](const fs::path& folder) {
    const std::vector<Case> cases = discover(folder);
    if (cases.empty()) throw InvalidInput("{}: it has no case", folder.string());
    return data_sets(cases.at(0), unchecked_model(model_message(cases.at(0)))).at(0).expected;
  };
  const Values before = outputs(a);
  const Values after = outputs(b);
  if (before.size() != after.size()) return false;
  for (size_t i = 0; i < before.size(); ++i) {
    if (!compare_structure(before[i], after[i]).pass()) return false;
  }
  return true;
}

// What a case is expected to do, but for its numbers.
json meaning_of(const fs::path& folder) {
  json about = read_json(folder / "case.json");
  json meaning = json::object();
  for (const char* key : {"expects", "error", "open", "permitted"}) {
    if (about.contains(key)) meaning[key] = about.at(key);
  }
  return meaning;
}

}  // namespace

bool CorpusDifference::none() const {
  return came.empty() && went.empty() && digits.empty() && meaning.empty() && labels.empty();
}

CorpusDifference corpus_difference(const fs::path& a, const fs::path& b) {
  const auto before = paths_in(a);
  const auto after = paths_in(b);
  for (const fs::path& corpus : {a, b}) refuse_links(corpus);
  const auto sums_a = read_checksums(a / "SHA256SUMS");
  const auto sums_b = read_checksums(b / "SHA256SUMS");
  CorpusDifference difference;
  difference.came = missing(after, before);
  difference.went = missing(before, after);
  for (const auto& [identity, path] : before) {
    const auto same = after.find(identity);
    if (same == after.end()) continue;
    const std::string& now = same->second;
    const Sums of_a = sums_of(sums_a, path);
    const Sums of_b = sums_of(sums_b, now);
    const bool outputs = of_a.outputs != of_b.outputs;
    const bool labels = path != now || of_a.labels != of_b.labels;
    if (of_a.call != of_b.call || (outputs && !alike(a / path, b / now)) ||
        (labels && meaning_of(a / path) != meaning_of(b / now))) {
      difference.meaning.push_back(path);
    } else if (outputs) {
      difference.digits.push_back(path);
    } else if (labels) {
      difference.labels.push_back(path);
    } else {
      ++difference.same;
    }
  }
  return difference;
}

}  // namespace etalon
