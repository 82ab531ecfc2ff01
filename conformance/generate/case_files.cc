#include "conformance/generate/case_files.h"

#include <fmt/format.h>

#include <set>

#include "conformance/cases/tolerance.h"
#include "conformance/common/usage_error.h"
#include "conformance/judge/statistics.h"
#include "engine/interpreter/whole_outputs.h"
#include "engine/loader/file.h"
#include "engine/loader/leftovers.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

void write_values(const fs::path& folder, const std::string& stem, const CaseValues& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    check_deadline();
    write_value(folder / fmt::format("{}_{}.pb", stem, i), values[i].second, values[i].first);
  }
}

json terms_of(const CaseFiles& files) {
  json terms = json::object();
  if (files.rtol) terms["rtol"] = *files.rtol;
  if (files.atol) terms["atol"] = *files.atol;
  if (!files.tolerance_reason.empty()) terms["tolerance_reason"] = files.tolerance_reason;
  if (!files.unspecified.empty()) terms["unspecified"] = files.unspecified;
  if (!files.error.empty()) terms["error"] = files.error;
  if (!files.refusal.empty()) terms["refusal"] = files.refusal;
  if (!files.step.empty()) terms["step"] = files.step;
  if (!files.change.empty()) terms["change"] = files.change;
  return terms;
}

bool is_part_of_case(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "model.onnx" || name == "data.json" || name == "case.json" ||
         name.starts_with("test_data_set_");
}

// A case, or a pair of models (graph_pairs.h).
bool is_case(const fs::path& path) {
  return fs::exists(path / "model.onnx") || fs::exists(path / "before.onnx");
}

// The first entry of a folder that is neither a case nor part of one; empty when there is none.
std::string stranger_in(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (is_part_of_case(entry) || is_case(entry)) continue;
    return entry.path().filename().string();
  }
  return "";
}

void check_replaceable(const fs::path& target, bool force) {
  if (!fs::exists(target)) return;
  const std::string shown = target.string();
  if (!fs::is_directory(target)) throw UsageError("--out " + shown + " is not a folder");
  if (fs::is_empty(target)) return;
  if (!force) {
    throw UsageError("--out " + shown + " is not empty; --force replaces the cases there");
  }
  if (const std::string stranger = stranger_in(target); !stranger.empty()) {
    throw UsageError(
        fmt::format("--out {}: {} is not a case, so --force does not replace it", shown, stranger));
  }
}

fs::path settled(const fs::path& target) {
  const fs::path path = fs::weakly_canonical(fs::absolute(target));
  return path.has_filename() ? path : path.parent_path();
}

// The path itself if it exists, else the nearest parent folder that exists.
fs::path nearest_folder(fs::path path) {
  while (!fs::is_directory(path)) path = path.parent_path();
  return path;
}

// Moves all entries but `stays`, or none. Model files come last: a folder is a case only when it
// has one.
void move_entries(const fs::path& from, const fs::path& to, const fs::path& stays = {}) {
  std::vector<fs::path> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    if (entry.path() == stays) continue;
    const fs::path name = entry.path().filename();
    names.insert(name == "model.onnx" ? names.end() : names.begin(), name);
  }
  for (size_t i = 0; i < names.size(); ++i) {
    std::error_code problem;
    fs::rename(from / names[i], to / names[i], problem);
    if (!problem) continue;
    std::error_code ignored;
    while (i > 0) --i, fs::rename(to / names[i], from / names[i], ignored);
    throw fs::filesystem_error("", to, problem);
  }
}

using nlohmann::json;

void add_types(const CaseValues& values, std::set<std::string>& types) {
  for (const auto& [name, value] : values) {
    const bool tensor = value.is_tensor();
    types.insert(tensor ? std::string(etalon::name(value.tensor().dtype()))
                        : to_string(value.type_without_shape()));
  }
}

void write_all_files(const fs::path& folder, const CaseFiles& files) {
  for (size_t i = 0; i < files.sets.size(); ++i) {
    const fs::path set = folder / fmt::format("test_data_set_{}", i);
    fs::create_directory(set);
    write_values(set, "input", files.sets[i].inputs);
    write_values(set, "output", files.sets[i].outputs);
  }
  const json terms = terms_of(files);
  if (!terms.empty()) write_file(folder / "data.json", terms.dump(2) + "\n");
  if (files.about) {
    write_file(folder / "case.json", to_json(*files.about, files).dump(2) + "\n");
  }
  write_file(folder / "model.onnx", files.model);
}

json points_json(const std::vector<Point>& points) {
  json levels = json::object();
  for (const Point& point : points) levels[point.factor].push_back(point.level);
  return levels;
}

}  // namespace

Expectation expected_outputs(const BoundModel& model, const Bindings& inputs,
                             bool allow_unspecified, const Options& options) {
  Expectation expectation;
  try {
    ProofScope scope(expectation.proof);
    expectation.outputs = whole_outputs(model, inputs, options);
    scope.add(expectation.outputs);
    if (!draws_freely(model, inputs)) return expectation;
  } catch (const Unspecified& refusal) {
    if (!allow_unspecified) throw;
    return {{}, refusal.what(), {}, std::string(to_string(refusal.kind()))};
  }
  const std::string random = "the model draws random numbers that no seed determines";
  if (!allow_unspecified) throw Unspecified("{}", random);
  return {{}, random, {}, ""};
}

void write_case(const fs::path& folder, const CaseFiles& files) {
  bool is_new = false;
  std::error_code ignored;
  try {
    is_new = fs::create_directories(folder);
    write_all_files(folder, files);
  } catch (const fs::filesystem_error& problem) {
    if (is_new) fs::remove_all(folder, ignored);
    throw InvalidInput("cannot write {}: {}", in_quotes(problem.path1().string()),
                       problem.code().message());
  } catch (...) {
    if (is_new) fs::remove_all(folder, ignored);
    throw;
  }
}

OutputFolder::OutputFolder(const fs::path& target, bool force)
    : target_((check_replaceable(target, force), settled(target))),
      beside_(nearest_folder(target_)),
      staged_(beside_.path() / "cases") {
  fs::create_directory(staged_);
}

void OutputFolder::finish() {
  try {
    move();
  } catch (const fs::filesystem_error& problem) {
    throw InvalidInput("cannot write {}: {}", in_quotes(target_.string()),
                       problem.code().message());
  }
}

void OutputFolder::move() const {
  const Together together;
  if (!fs::exists(target_)) {
    fs::create_directories(target_.parent_path());
    fs::rename(staged_, target_);
    return;
  }
  // A folder that exists is kept and its content replaced: it may be the user's current folder.
  const fs::path replaced = beside_.path() / "replaced";
  fs::create_directory(replaced);
  move_entries(target_, replaced, beside_.path());
  try {
    move_entries(staged_, target_);
  } catch (const fs::filesystem_error&) {
    move_entries(replaced, target_);
    throw;
  }
}

CaseAbout about_call(const Schema& schema, const onnx::NodeProto& node, const Values& inputs,
                     std::string_view values) {
  CaseAbout about;
  about.domain = schema.domain;
  about.op = schema.name;
  about.version = schema.since_version;
  about.values = values;
  about.points = points_of(schema, node, inputs);
  return about;
}

json to_json(const CaseAbout& about, const CaseFiles& files) {
  std::set<std::string> types;
  for (const CaseFiles::Set& set : files.sets) {
    add_types(set.inputs, types);
    add_types(set.outputs, types);
  }
  const Tolerance usual;
  json document = {
      {"operator", about.op},
      {"domain", about.domain.empty() ? "ai.onnx" : about.domain},
      {"version", about.version},
      {"types", types},
      {"classes", {{"values", about.values}, {"points", points_json(about.points)}}},
      {"tolerance",
       {{"rtol", files.rtol.value_or(usual.rtol)}, {"atol", files.atol.value_or(usual.atol)}}},
      {"open", about.open},
      {"proved", files.error.empty() && files.proof.whole()},
      {"expects", files.error.empty() ? "outputs" : "refusal: " + files.error}};
  if (about.seed) {
    document["seed"] = *about.seed;
    document["number"] = about.number;
  }
  return document;
}

}  // namespace etalon
