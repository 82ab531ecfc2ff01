#include "conformance/cases/value_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "conformance/cases/archive.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/declared_bits.h"
#include "conformance/common/usage_error.h"
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

// The value in STEM.pb, .npy or .bin; nothing if there is no such file.
std::optional<Value> value_in(const fs::path& folder, const std::string& stem, const Type& type) {
  for (const char* ending : value_endings) {
    const fs::path file = folder / (stem + ending);
    if (fs::exists(file)) return read_value(file, type);
  }
  return std::nullopt;
}

// The values of a model's inputs or outputs, as they are read.
struct FileValues {
  std::string what;  // "input" or "output", as in the options
  const std::vector<ValueInfo>& formals;
  std::vector<ValueInfo> wanted;  // if it is only one, a file without a name is for this
  Bindings values = {};

  const ValueInfo* formal(const std::string& name) const {
    const auto found = std::find_if(formals.begin(), formals.end(),
                                    [&](const ValueInfo& info) { return info.name == name; });
    return found == formals.end() ? nullptr : &*found;
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
      if (formal(name) == nullptr) {
        throw InvalidInput("{}: array {} is not an {} of the model ({})", file.string(),
                           in_quotes(name), what, names_of(formals));
      }
      values[name] = tensor;
    }
  }

  void take_named(const fs::path& folder) {
    for (const ValueInfo& info : formals) {
      if (info.name.find('/') != std::string::npos) continue;
      check_deadline();
      if (auto value = value_in(folder, info.name, info.type)) values[info.name] = *value;
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

Values read_outputs(const Model& model, const ValueFiles& files) {
  const std::vector<ValueInfo>& formals = model.graph.outputs;
  FileValues outputs{"output", formals, formals};
  outputs.take(files, [&](const fs::path& folder) {  // any of the numbers may be missing
    for (size_t i = 0; i < formals.size(); ++i) {
      check_deadline();
      auto value = value_in(folder, fmt::format("output_{}", i), formals[i].type);
      if (value) outputs.values[formals[i].name] = *value;
    }
    const fs::path archive = folder / "outputs.npz";
    if (outputs.values.empty() && fs::exists(archive)) outputs.take_archive(archive);
  });
  if (outputs.values.empty()) {
    throw InvalidInput("--outputs {}: contains no output of the model ({})", files.all,
                       names_of(formals));
  }
  Values values;
  for (const ValueInfo& formal : formals) {
    const auto found = outputs.values.find(formal.name);
    values.push_back(found == outputs.values.end()
                         ? Value()
                         : with_declared_bits(std::move(found->second), formal.type));
  }
  return values;
}

}  // namespace etalon
