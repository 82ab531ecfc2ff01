#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/cases/cases.h"
#include "conformance/cases/checksum.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/corpus/corpus_files.h"
#include "conformance/corpus/forked.h"
#include "conformance/corpus/make.h"
#include "engine/loader/inner_path.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

using Problems = std::vector<std::string>;

// What the folder's model gives for its inputs.
struct Again {
  Expectation expectation;
  std::vector<std::string> names;  // of the outputs
  std::string error;
  std::string sentence;
  std::vector<std::string> open;
};

Again evaluated_again(const Case& test) {
  Again again;
  const ChoiceScope scope(Recording::on);
  try {
    const BoundModel model = parse_model(file_text(*model_path(test)));
    for (const ValueInfo& output : model.graph.outputs) again.names.push_back(output.name);
    const Bindings inputs = data_sets(test, model).at(0).inputs;
    again.expectation = expected_outputs(model, inputs, false, {});
  } catch (const Error& error) {
    again.error = to_string(error.kind());
    again.sentence = error.what();
  }
  again.open = scope.met();
  return again;
}

void check_outputs(const Case& test, const Again& again, const std::string& path,
                   Problems& problems) {
  const fs::path set = test.folder / "test_data_set_0";
  const Values& outputs = again.expectation.outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const fs::path file = set / fmt::format("output_{}.pb", i);
    if (!fs::exists(file)) {
      problems.push_back(fmt::format("{}: output_{}.pb is missing", path, i));
    } else if (file_text(file) != serialize_value(outputs[i], again.names.at(i))) {
      problems.push_back(fmt::format("{}: output '{}' has other bits", path, again.names.at(i)));
    }
  }
  if (fs::exists(set / fmt::format("output_{}.pb", outputs.size()))) {
    problems.push_back(fmt::format("{}: there are more than {} outputs", path, outputs.size()));
  }
  const Proof& proof = again.expectation.proof;
  if (!proof.whole()) problems.push_back(fmt::format("{}: {}", path, to_string(proof)));
}

// What case.json says of a case.
struct Promise {
  std::string expects, error;
  std::optional<std::string> refusal;
  std::vector<std::string> open;
};

Promise promise_of(const Case& test) {
  const json about = read_json(test.folder / "case.json");
  return naming("case.json", [&] {
    Promise promise;
    promise.expects = field_or<std::string>(about, "expects", "");
    promise.error = field_or<std::string>(about, "error", "");
    if (about.contains("refusal")) promise.refusal = field<std::string>(about, "refusal");
    read_field(about, "open", promise.open);
    return promise;
  });
}

void check_refusal(const Promise& promise, const Again& again, const std::string& path,
                   Problems& problems) {
  const std::string sentence = promise.refusal.value_or(again.sentence);
  if (again.error == promise.error && again.sentence == sentence) return;
  const std::string what =
      again.error.empty() ? "it is answered" : fmt::format("{}: {}", again.error, again.sentence);
  problems.push_back(
      fmt::format("{}: {}, where {}: {} is expected", path, what, promise.error, sentence));
}

void check_case(const Case& test, const std::string& path, Problems& problems) {
  const Promise promise = promise_of(test);
  const Again again = evaluated_again(test);
  if (promise.expects == "refusal") {
    check_refusal(promise, again, path, problems);
  } else if (!again.error.empty()) {
    problems.push_back(fmt::format("{}: {}: {}", path, again.error, again.sentence));
  } else {
    check_outputs(test, again, path, problems);
  }
  const auto& open = promise.open;
  const bool all = std::all_of(open.begin(), open.end(), [&](const std::string& id) {
    return std::find(again.open.begin(), again.open.end(), id) != again.open.end();
  });
  if (!all) problems.push_back(fmt::format("{}: {} is not met", path, fmt::join(open, ", ")));
}

// One folder DOMAIN/OPERATOR-VERSION; the problems as a list in JSON.
std::string check_unit(const fs::path& corpus, const std::string& unit,
                       const std::set<std::string>& indexed) {
  Problems problems;
  std::set<std::string> found;
  if (fs::exists(corpus / unit)) {
    for (const Case& test : discover(corpus / unit)) {
      const std::string path = unit + "/" + test.folder.filename().string();
      found.insert(path);
      if (!indexed.contains(path)) problems.push_back(path + ": it is not in the index");
      try {
        check_case(test, path, problems);
      } catch (const Error& problem) {
        problems.push_back(fmt::format("{}: {}", path, problem.what()));
      }
    }
  }
  for (const std::string& path : indexed) {
    if (!found.contains(path)) problems.push_back(path + ": it is missing");
  }
  return json_text(json(problems));
}

std::string sum_of(const Contents& contents) {
  Checksum sum;
  sum.add({contents.data(), contents.size()});
  return sum.text();
}

// The sums of all files, and which files have none.
void check_sums(const fs::path& corpus, Problems& problems) {
  const std::map<std::string, std::string> sums = read_checksums(corpus / "SHA256SUMS");
  std::set<std::string> listed;
  for (const auto& [path, sum] : sums) {
    listed.insert(path);
    const InnerPath inner(path, "the path");
    if (!fs::is_regular_file(inner.in(corpus))) {
      problems.push_back(path + ": it is missing");
    } else if (sum_of(inner.read(corpus)) != sum) {
      problems.push_back(path + ": its SHA-256 is another");
    }
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(corpus)) {
    const std::string path = entry.path().lexically_relative(corpus).generic_string();
    if (entry.is_regular_file() && path != "SHA256SUMS" && !listed.contains(path)) {
      problems.push_back(path + ": it is not in SHA256SUMS");
    }
  }
}

// "ai.onnx/Softmax-13" → the paths of its cases.
std::map<std::string, std::set<std::string>> indexed_cases(const fs::path& corpus) {
  std::map<std::string, std::set<std::string>> units;
  for (const std::string& path : paths_in_index(corpus)) {
    units[fs::path(path).parent_path().generic_string()].insert(path);
  }
  return units;
}

}  // namespace

CorpusCheck verify_corpus(const fs::path& folder, unsigned jobs, const CorpusProgress& progress) {
  CorpusCheck check;
  const auto units = indexed_cases(folder);
  refuse_links(folder);
  check_sums(folder, check.problems);
  std::vector<std::string> names;
  for (const auto& [unit, cases] : units) {
    names.push_back(unit);
    check.cases += cases.size();
  }
  size_t done = 0;
  const std::vector<std::string> texts = forked(
      names.size(), jobs,
      [&](size_t i) { return check_unit(folder, names[i], units.at(names[i])); },
      [&] {
        if (progress) progress(++done, names.size());
      });
  for (const std::string& text : texts) {
    for (const json& problem : json::parse(text)) check.problems.push_back(problem);
  }
  return check;
}

}  // namespace etalon
