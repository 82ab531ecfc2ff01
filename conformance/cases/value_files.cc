#include "conformance/cases/value_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "conformance/cases/archive.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/declared_bits.h"
#include "conformance/common/usage_error.h"
#include "engine/loader/inner_path.h"
#include "engine/loader/serialization.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

std::string names_of(const std::vector<ValueInfo>& formals) {
  std::vector<std::string> names;
  for (const ValueInfo& formal : formals) names.push_back(in_quotes(formal.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

// The value in NAME.pb, .npy or .bin below the folder; nothing if there is no such file.
std::optional<Value> value_in(const fs::path& folder, const std::string& name, const Type& type) {
  const std::string stem = name.substr(std::min(name.find_first_not_of('/'), name.size()));
  if (!is_inner_path(stem)) return std::nullopt;
  for (const char* ending : value_endings) {
    if (!fs::exists(folder / (stem + ending))) continue;
    return read_value(InnerPath(stem + ending, "the name of a value").in(folder), type);
  }
  return std::nullopt;
}

// The values of a model's inputs or outputs, as they are read.
struct FileValues {
  std::string what;  // "input" or "output", as in the options
  const std::vector<ValueInfo>& formals;
  std::vector<ValueInfo> wanted;      // if it is only one, a file without a name is for this
  std::vector<ValueInfo> inner = {};  // of outputs: what may be given besides
  Bindings values = {};
  std::vector<std::string> unknown = {};

  const ValueInfo* formal(const std::string& name) const {
    for (const std::vector<ValueInfo>* infos : {&formals, &std::as_const(inner)}) {
      const auto found = std::find_if(infos->begin(), infos->end(),
                                      [&](const ValueInfo& info) { return info.name == name; });
      if (found != infos->end()) return &*found;
    }
    return nullptr;
  }

  void take_file(const std::string& words) {
    const size_t equals = words.find('=');
    if (equals == std::string::npos) {
      throw UsageError(fmt::format("--{} {}: expected NAME=FILE", what, words));
    }
    const std::string name = words.substr(0, equals);
    const ValueInfo* info = formal(name);
    if (info == nullptr) {
      throw UsageError(
          fmt::format("--{0} {1}: the model's {0}s are {2}", what, name, names_of(formals)));
    }
    values[name] = read_value(words.substr(equals + 1), info->type);
  }

  void take_only(const fs::path& file) {
    if (wanted.size() != 1) {
      throw UsageError(fmt::format("--{0}s {1}: one file for the {0}s {2}; name it with --{0}",
                                   what, file.string(), names_of(wanted)));
    }
    values[wanted[0].name] = read_value(file, wanted[0].type);
  }

  void take_archive(const fs::path& file) {
    for (const auto& [name, tensor] : read_npz(file)) {
      if (formal(name) == nullptr && !inner.empty()) {
        unknown.push_back(name);
        continue;
      }
      if (formal(name) == nullptr) {
        throw InvalidInput("{}: array {} is not an {} of the model ({})", file.string(),
                           in_quotes(name), what, names_of(formals));
      }
      values[name] = tensor;
    }
  }

  void take_named(const fs::path& folder) {
    for (const std::vector<ValueInfo>* infos : {&formals, &std::as_const(inner)}) {
      for (const ValueInfo& info : *infos) {
        check_deadline();
        if (auto value = value_in(folder, info.name, info.type)) values[info.name] = *value;
      }
    }
  }

  // `take_numbered` reads a folder that has no files by name.
  void take(const ValueFiles& files, const std::function<void(const fs::path&)>& take_numbered) {
    const fs::path from = files.all;
    if (!from.empty() && !fs::exists(from)) {
      throw InvalidInput("--{}s {}: no such file or folder", what, from.string());
    }
    if (fs::is_directory(from)) {
      take_named(from);
      if (values.empty()) take_numbered(from);
    } else if (from.extension() == ".npz") {
      take_archive(from);
    } else if (is_value_file(from)) {
      take_only(from);
    } else if (!from.empty()) {
      throw UsageError(fmt::format("--{}s {}: neither a folder nor a .npz, .npy, .pb or .bin", what,
                                   from.string()));
    }
    for (const std::string& words : files.named) take_file(words);
  }
};

}  // namespace

std::vector<ValueInfo> inner_values_of(const Graph& graph) {
  std::set<std::string> names;
  for (const Node& node : graph.nodes) names.insert(node.outputs.begin(), node.outputs.end());
  names.erase("");
  for (const ValueInfo& output : graph.outputs) names.erase(output.name);
  std::vector<ValueInfo> values;
  for (const ValueInfo& declared : graph.value_info) {
    if (names.erase(declared.name) != 0) values.push_back(declared);
  }
  for (const std::string& name : names) values.push_back({.name = name});
  return values;
}

Bindings read_inputs(const Model& model, const ValueFiles& files) {
  FileValues inputs{"input", model.graph.inputs, bare_inputs(model)};
  inputs.take(files, [&](const fs::path& folder) {
    inputs.values = numbered_inputs(folder, model);
    if (inputs.values.empty() && !inputs.wanted.empty()) {
      throw InvalidInput("{}: contains no inputs", folder.string());
    }
  });
  return inputs.values;
}

bool GivenValues::any_output() const {
  return std::any_of(outputs.begin(), outputs.end(),
                     [](const Value& output) { return !output.absent(); });
}

GivenValues read_outputs(const Model& model, const ValueFiles& files) {
  const std::vector<ValueInfo>& formals = model.graph.outputs;
  FileValues given{"output", formals, formals, inner_values_of(model.graph)};
  given.take(files, [&](const fs::path& folder) {  // any of the numbers may be missing
    for (size_t i = 0; i < formals.size(); ++i) {
      check_deadline();
      auto value = value_in(folder, fmt::format("output_{}", i), formals[i].type);
      if (value) given.values[formals[i].name] = *value;
    }
    const fs::path archive = folder / "outputs.npz";
    if (given.values.empty() && fs::exists(archive)) given.take_archive(archive);
  });
  if (given.values.empty()) {
    throw InvalidInput("--outputs {}: contains no output of the model ({})", files.all,
                       names_of(formals));
  }
  GivenValues taken{.unknown = std::move(given.unknown)};
  for (const ValueInfo& formal : formals) {
    auto found = given.values.extract(formal.name);
    taken.outputs.push_back(
        found.empty() ? Value() : with_declared_bits(std::move(found.mapped()), formal.type));
  }
  for (const ValueInfo& inner : given.inner) {
    auto found = given.values.extract(inner.name);
    if (found.empty()) continue;
    taken.inner[inner.name] = with_declared_bits(std::move(found.mapped()), inner.type);
  }
  return taken;
}

}  // namespace etalon
