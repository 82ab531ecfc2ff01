#include "conformance/cases/value_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "conformance/cases/cases.h"
#include "conformance/cases/declared_bits.h"
#include "conformance/cases/npz.h"
#include "conformance/common/usage_error.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

void check_there(const std::string& option, const fs::path& path) {
  if (!fs::exists(path)) {
    throw InvalidInput("{} {}: no such file or folder", option, path.string());
  }
}

std::string names_of(const std::vector<ValueInfo>& formals) {
  std::vector<std::string> names;
  for (const ValueInfo& formal : formals) names.push_back(formal.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::optional<size_t> position(const Model& model, const std::string& name) {
  const std::vector<ValueInfo>& outputs = model.graph.outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].name == name) return i;
  }
  return std::nullopt;
}

void take_archive(const Model& model, const fs::path& file, Values& values) {
  for (const auto& [name, tensor] : read_npz(file)) {
    const std::optional<size_t> i = position(model, name);
    if (!i) {
      throw InvalidInput("{}: array {} is not an output of the model ({})", file.string(), name,
                         names_of(model.graph.outputs));
    }
    values[*i] = tensor;
  }
}

// Reads files with the outputs' names. True when there are any.
bool take_named(const Model& model, const fs::path& folder, Values& values) {
  bool found = false;
  for (size_t i = 0; i < values.size(); ++i) {
    const ValueInfo& output = model.graph.outputs[i];
    if (output.name.find('/') != std::string::npos) continue;
    for (const char* ending : value_endings) {
      const fs::path file = folder / (output.name + ending);
      if (!fs::exists(file)) continue;
      values[i] = read_value(file, output.type);
      found = true;
      break;
    }
  }
  return found;
}

// Reads output_0, output_1, …, any of which may be missing. True when there are any.
bool take_numbered(const Model& model, const fs::path& folder, Values& values) {
  bool found = false;
  for (size_t i = 0; i < values.size(); ++i) {
    for (const char* ending : value_endings) {
      const fs::path file = folder / fmt::format("output_{}{}", i, ending);
      if (!fs::exists(file)) continue;
      values[i] = read_value(file, model.graph.outputs[i].type);
      found = true;
      break;
    }
  }
  return found;
}

void take_folder(const Model& model, const fs::path& folder, Values& values) {
  if (take_named(model, folder, values) || take_numbered(model, folder, values)) return;
  const fs::path archive = folder / "outputs.npz";
  if (fs::exists(archive)) take_archive(model, archive, values);
}

void take_all(const Model& model, const fs::path& from, Values& values) {
  check_there("--outputs", from);
  if (fs::is_directory(from)) return take_folder(model, from, values);
  if (from.extension() == ".npz") return take_archive(model, from, values);
  if (!is_value_file(from)) {
    throw UsageError(
        fmt::format("--outputs {}: neither a folder nor a .npz, .npy, .pb or .bin", from.string()));
  }
  if (values.size() != 1) {
    throw UsageError(fmt::format("--outputs {}: one file for the outputs {}; name it with --output",
                                 from.string(), names_of(model.graph.outputs)));
  }
  values[0] = read_value(from, model.graph.outputs[0].type);
}

void take_file(const Model& model, const std::string& words, Values& values) {
  const size_t equals = words.find('=');
  if (equals == std::string::npos) throw UsageError("--output " + words + ": expected NAME=FILE");
  const std::string name = words.substr(0, equals);
  const std::optional<size_t> i = position(model, name);
  if (!i) {
    throw UsageError(fmt::format("--output {}: the model's outputs are {}", name,
                                 names_of(model.graph.outputs)));
  }
  values[*i] = read_value(words.substr(equals + 1), model.graph.outputs[*i].type);
}

}  // namespace

Values read_outputs(const Model& model, const OutputFiles& files) {
  Values values(model.graph.outputs.size());
  if (!files.all_outputs.empty()) take_all(model, files.all_outputs, values);
  for (const std::string& words : files.outputs) take_file(model, words, values);
  const auto absent = [](const Value& value) { return value.absent(); };
  if (std::all_of(values.begin(), values.end(), absent)) {
    throw InvalidInput("--outputs {}: contains no output of the model ({})", files.all_outputs,
                       names_of(model.graph.outputs));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = with_declared_bits(std::move(values[i]), model.graph.outputs[i].type);
  }
  return values;
}

}  // namespace etalon
