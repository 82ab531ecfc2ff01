#include "conformance/cases/cases.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

#include "conformance/cases/checksum.h"
#include "conformance/cases/npz.h"
#include "conformance/cases/own_cases.h"
#include "conformance/common/folder_entries.h"
#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "engine/loader/serialization.h"
#include "engine/loader/wire.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// Runs `f`, turning the JSON library's exceptions into InvalidInput with the case's name.
template <class F>
auto reading(const Case& test, F&& f) {
  try {
    return f();
  } catch (const json::exception& problem) {
    throw InvalidInput("case {}: {}", test.id(), json_sentence(problem));
  }
}

const json& own_entry(const Case& test) { return test.document->at("cases").at(test.index); }

std::string light_url(const Case& test) {
  const json data = read_json(test.folder / "data.json");
  const std::string url = data.at("url").get<std::string>();
  const std::string name = url.substr(light_prefix.size());
  if (name.empty() || name.find('/') != std::string::npos || !name.ends_with(".onnx")) {
    throw InvalidInput("case {}: {} is not a light model", test.id(), url);
  }
  return name;
}

fs::path light_model(const Case& test) {
  return test.folder.parent_path().parent_path() / "light" / light_url(test);
}

fs::path model_file(const Case& test) {
  return test.form == Case::Form::light ? light_model(test) : test.folder / "model.onnx";
}

// "input_0"
std::string numbered_name(std::string_view stem, size_t number) {
  return std::string(stem) + '_' + std::to_string(number);
}

// The files of a folder, listed once: most of the names that are looked up do not exist.
class Listing {
 public:
  explicit Listing(fs::path folder) : folder_(std::move(folder)) {
    std::error_code absent;  // a folder that does not exist counts as empty
    for (FolderEntry& entry : entries_of(folder_, absent)) names_.push_back(std::move(entry.name));
    std::sort(names_.begin(), names_.end());
  }

  const fs::path& folder() const { return folder_; }

  std::optional<fs::path> file(const std::string& name) const {
    if (!contains(name)) return std::nullopt;
    return path_of(name);
  }

  // Of a name that is known to be a file's: without the cost of joining paths.
  fs::path path_of(const std::string& name) const { return folder_.native() + '/' + name; }

  // The names <stem>_0, <stem>_1, …, each with one of the value files' extensions, up to the first
  // that does not exist.
  std::vector<std::string> numbered(std::string_view stem) const {
    std::vector<std::string> names;
    for (;;) {
      const std::string next = numbered_name(stem, names.size());
      const auto exists = [&](const char* ending) { return contains(next + ending); };
      const auto ending = std::find_if(value_endings.begin(), value_endings.end(), exists);
      if (ending == value_endings.end()) return names;
      names.push_back(next + *ending);
    }
  }

 private:
  bool contains(const std::string& name) const {
    return std::binary_search(names_.begin(), names_.end(), name);
  }

  fs::path folder_;
  std::vector<std::string> names_;  // sorted
};

size_t count_inputs(const Listing& files) {
  const size_t count = files.numbered("input").size();
  const std::optional<fs::path> archive = files.file("inputs.npz");
  return count == 0 && archive ? read_npz(*archive).size() : count;
}

// The graph inputs that the values in a folder belong to (see numbered_inputs).
std::vector<ValueInfo> fed_inputs(const Listing& files, const Model& model) {
  std::vector<ValueInfo> bare = bare_inputs(model);
  return count_inputs(files) <= bare.size() ? bare : model.graph.inputs;
}

std::map<std::string, fs::path, std::less<>> stored_inputs(const Listing& files,
                                                           const std::vector<ValueInfo>& formals) {
  std::map<std::string, fs::path, std::less<>> stored;
  for (size_t i = 0; i < formals.size(); ++i) {
    if (const auto file = files.file(numbered_name("input", i) + ".pb")) {
      stored[formals[i].name] = *file;
    }
  }
  return stored;
}

// The arrays of an archive for `formals`: by name if the arrays have the names of the first
// formals, else all arrays in the archive's order.
Values archive_values(const fs::path& file, const std::vector<ValueInfo>& formals) {
  const NamedTensors arrays = read_npz(file);
  Values values;
  for (const ValueInfo& formal : formals) {
    const auto named = [&](const auto& array) { return array.first == formal.name; };
    const auto found = std::find_if(arrays.begin(), arrays.end(), named);
    if (found == arrays.end()) break;
    values.emplace_back(found->second);
  }
  if (values.size() == arrays.size()) return values;
  values.clear();
  for (const auto& [name, tensor] : arrays) values.emplace_back(tensor);
  return values;
}

Values read_numbered(const Listing& files, const std::string& stem,
                     const std::vector<ValueInfo>& formals) {
  Values values;
  for (const std::string& name : files.numbered(stem)) {
    const size_t i = values.size();
    values.push_back(
        read_value(files.path_of(name), i < formals.size() ? formals[i].type : Type()));
  }
  const std::optional<fs::path> archive = files.file(stem + "s.npz");
  if (values.empty() && archive) return archive_values(*archive, formals);
  return values;
}

Bindings bound_inputs(const Listing& files, const std::vector<ValueInfo>& formals) {
  const Values values = read_numbered(files, "input", formals);
  if (values.size() > formals.size()) {
    throw InvalidInput("{}: {} inputs for a model that takes {}", files.folder().string(),
                       values.size(), formals.size());
  }
  Bindings bindings;
  for (size_t i = 0; i < values.size(); ++i) bindings[formals[i].name] = values[i];
  return bindings;
}

// The number in "test_data_set_12", for sorting.
size_t set_number(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return std::strtoull(name.c_str() + name.rfind('_') + 1, nullptr, 10);
}

std::vector<DataSet> folder_data_sets(const Case& test, const Model& model) {
  std::vector<fs::path> folders;
  std::error_code problem;
  for (const FolderEntry& entry : entries_of(test.folder, problem)) {
    if (entry.is_folder && entry.name.starts_with("test_data_set_")) {
      folders.push_back(test.folder / entry.name);
    }
  }
  if (problem) throw InvalidInput("cannot read {}: {}", test.folder.string(), problem.message());
  std::sort(folders.begin(), folders.end(),
            [](const fs::path& a, const fs::path& b) { return set_number(a) < set_number(b); });
  if (folders.empty()) throw InvalidInput("{}: no test_data_set_0", test.folder.string());
  std::vector<DataSet> sets;
  for (const fs::path& folder : folders) {
    const Listing files(folder);
    const std::vector<ValueInfo> formals = fed_inputs(files, model);
    sets.push_back({bound_inputs(files, formals), stored_inputs(files, formals),
                    read_numbered(files, "output", model.graph.outputs)});
  }
  return sets;
}

// The input that ONNX's own runner gives its light models: k/n for element k of n (counted from 0),
// computed in float64 and rounded to float32; unknown dimensions are 1.
Value light_input(const ValueInfo& input) {
  if (input.type.kind != Type::Kind::tensor || input.type.dtype != DType::float32 ||
      !input.type.shape) {
    throw InvalidInput("input {} of a light model is not a float tensor", in_quotes(input.name));
  }
  Shape shape;
  for (const Dim& dim : *input.type.shape) {
    const int64_t* length = std::get_if<int64_t>(&dim);
    shape.push_back(length == nullptr ? 1 : static_cast<size_t>(*length));
  }
  Reals values = empty_array<double>(shape);
  std::iota(values.begin(), values.end(), 0.0);
  const auto n = static_cast<double>(values.size());
  for (double& value : values) value /= n;
  return Tensor::of(DType::float32, values);
}

DataSet light_data_set(const Case& test, const Model& model) {
  DataSet set;
  for (const ValueInfo& input : bare_inputs(model)) set.inputs[input.name] = light_input(input);
  const fs::path file = light_model(test);
  set.expected =
      numbered_values(file.parent_path(), file.stem().string() + "_output", model.graph.outputs);
  return set;
}

DataSet own_data_set(const Case& test) {
  const json& entry = own_entry(test);
  DataSet set;
  const json inputs = entry.value("inputs", json::array());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].is_null()) {
      set.inputs[fmt::format("input_{}", i)] = value_from_json(inputs[i]);
    }
  }
  for (const json& output : entry.value("outputs", json::array())) {
    if (!output.is_null()) set.expected.push_back(value_from_json(output));
  }
  return set;
}

// The files of a case's model and data sets, sorted by path.
std::vector<fs::path> files_of(const Case& test) {
  std::vector<fs::path> files = {model_file(test)};
  if (test.form == Case::Form::light) {
    const std::string stem = files[0].stem().string() + "_output_";
    for (const fs::directory_entry& entry : fs::directory_iterator(files[0].parent_path())) {
      if (entry.path().filename().string().starts_with(stem)) files.push_back(entry.path());
    }
  } else {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(test.folder)) {
      const std::string name = entry.path().lexically_relative(test.folder).string();
      if (entry.is_regular_file() && name.starts_with("test_data_set_")) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string identity_of(const Case& test) {
  if (test.form == Case::Form::own) return "";
  Checksum sum;
  const fs::path base = model_file(test).parent_path();
  for (const fs::path& file : files_of(test)) {
    const std::string bytes = file_text(file);
    sum.add(file.lexically_relative(base).generic_string() + '\0');
    sum.add(std::to_string(bytes.size()) + '\0');
    sum.add(bytes);
  }
  return sum.text();
}

onnx::ModelProto model_message(const Case& test) {
  if (test.form != Case::Form::own) {
    onnx::ModelProto proto;
    parse_message(model_file(test), "the model", proto);
    return proto;
  }
  return reading(test, [&] { return own_case_model(*test.document, own_entry(test)); });
}

std::optional<fs::path> model_path(const Case& test) {
  if (test.form == Case::Form::own) return std::nullopt;
  return model_file(test);
}

CaseTerms terms(const Case& test) {
  CaseTerms result;
  const fs::path file = test.folder / "data.json";
  if (test.form != Case::Form::own && !fs::exists(file)) return result;
  return reading(test, [&] {
    const json& says = test.form == Case::Form::own ? own_entry(test) : read_json(file);
    result.tolerance.rtol = says.value("rtol", result.tolerance.rtol);
    result.tolerance.atol = says.value("atol", result.tolerance.atol);
    if (says.contains("error")) result.error = says.at("error").get<std::string>();
    if (test.form == Case::Form::own && says.contains("xfail")) {
      result.xfail = says.at("xfail").get<std::string>();
    }
    return result;
  });
}

std::vector<DataSet> data_sets(const Case& test, const Model& model) {
  return reading(test, [&]() -> std::vector<DataSet> {
    switch (test.form) {
      case Case::Form::light:
        return {light_data_set(test, model)};
      case Case::Form::own:
        return {own_data_set(test)};
      default:
        return folder_data_sets(test, model);
    }
  });
}

std::vector<ValueInfo> bare_inputs(const Model& model) {
  std::vector<ValueInfo> bare;
  for (const ValueInfo& input : model.graph.inputs) {
    if (!model.graph.initializers.contains(input.name)) bare.push_back(input);
  }
  return bare;
}

Values numbered_values(const fs::path& folder, const std::string& stem,
                       const std::vector<ValueInfo>& formals) {
  return read_numbered(Listing(folder), stem, formals);
}

Bindings numbered_inputs(const fs::path& folder, const Model& model) {
  const Listing files(folder);
  return bound_inputs(files, fed_inputs(files, model));
}

}  // namespace etalon
