#include "conformance/generate/input_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/cases/cases.h"
#include "conformance/cases/npz.h"
#include "conformance/common/usage_error.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

const ValueInfo* find_input(const Model& model, const std::string& name) {
  for (const ValueInfo& input : model.graph.inputs) {
    if (input.name == name) return &input;
  }
  return nullptr;
}

std::string shown(const std::vector<ValueInfo>& inputs) {
  std::vector<std::string> names;
  for (const ValueInfo& input : inputs) names.push_back(in_quotes(input.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

void bind_file(const Model& model, const std::string& words, Bindings& bindings) {
  const size_t equals = words.find('=');
  if (equals == std::string::npos) throw UsageError("--input " + words + ": expected NAME=FILE");
  const std::string name = words.substr(0, equals);
  const ValueInfo* input = find_input(model, name);
  if (input == nullptr) {
    throw UsageError(
        fmt::format("--input {}: the model's inputs are {}", name, shown(model.graph.inputs)));
  }
  bindings[name] = read_value(words.substr(equals + 1), input->type);
}

void bind_archive(const Model& model, const fs::path& file, Bindings& bindings) {
  for (const auto& [name, tensor] : read_npz(file)) {
    if (find_input(model, name) == nullptr) {
      throw InvalidInput("{}: array {} is not an input of the model ({})", file.string(),
                         in_quotes(name), shown(model.graph.inputs));
    }
    bindings[name] = tensor;
  }
}

// Reads NAME.pb, NAME.npy or NAME.bin for the inputs by name; if there are none, input_0, input_1,
// …. The folder may be empty if the model needs no inputs.
void bind_folder(const Model& model, const fs::path& folder, Bindings& bindings) {
  size_t found = 0;
  for (const ValueInfo& input : model.graph.inputs) {
    if (input.name.find('/') != std::string::npos) continue;
    for (const char* ending : value_endings) {
      const fs::path file = folder / (input.name + ending);
      if (!fs::exists(file)) continue;
      bindings[input.name] = read_value(file, input.type);
      ++found;
      break;
    }
  }
  if (found != 0) return;
  bindings = numbered_inputs(folder, model);
  if (bindings.empty() && !bare_inputs(model).empty()) {
    throw InvalidInput("{}: contains no inputs", folder.string());
  }
}

void bind_only(const Model& model, const fs::path& file, Bindings& bindings) {
  const std::vector<ValueInfo> wanted = bare_inputs(model);
  if (wanted.size() != 1) {
    throw UsageError(fmt::format("--inputs {}: one file for the inputs {}; name it with --input",
                                 file.string(), shown(wanted)));
  }
  bind_file(model, wanted[0].name + "=" + file.string(), bindings);
}

}  // namespace

Bindings read_inputs(const Model& model, const InputFiles& files) {
  Bindings bindings;
  if (!files.all_inputs.empty()) {
    const fs::path from = files.all_inputs;
    if (!fs::exists(from)) {
      throw InvalidInput("--inputs {}: no such file or folder", from.string());
    }
    if (fs::is_directory(from)) {
      bind_folder(model, from, bindings);
    } else if (from.extension() == ".npz") {
      bind_archive(model, from, bindings);
    } else if (is_value_file(from)) {
      bind_only(model, from, bindings);
    } else {
      throw UsageError(fmt::format("--inputs {}: neither a folder nor a .npz, .npy, .pb or .bin",
                                   from.string()));
    }
  }
  for (const std::string& words : files.inputs) bind_file(model, words, bindings);
  return bindings;
}

}  // namespace etalon
