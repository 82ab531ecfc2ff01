#include "conformance/cases/cases.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

#include "conformance/cases/archive.h"
#include "conformance/cases/checksum.h"
#include "conformance/cases/own_cases.h"
#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "engine/loader/folder.h"
#include "engine/loader/serialization.h"
#include "engine/loader/wire.h"
#include "engine/values/limits.h"
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

std::string model_file(const Case& test) {
  if (test.form == Case::Form::light) return light_model(test).native();
  return test.folder.native() + "/model.onnx";
}

// "input_0"
std::string numbered_name(std::string_view stem, size_t number) {
  return std::string(stem) + '_' + std::to_string(number);
}

using Formals = std::vector<const ValueInfo*>;

Formals pointers(const std::vector<ValueInfo>& infos) {
  Formals formals;
  for (const ValueInfo& info : infos) formals.push_back(&info);
  return formals;
}

// The graph's inputs that have no initializer, in order.
Formals bare(const Model& model) {
  Formals formals;
  for (const ValueInfo& input : model.graph.inputs) {
    if (!model.graph.initializers.contains(input.name)) formals.push_back(&input);
  }
  return formals;
}

Values archive_values(const fs::path& file, const Formals& formals) {
  const NamedTensors arrays = read_npz(file);
  Values values;
  for (const ValueInfo* formal : formals) {
    const auto named = [&](const auto& array) { return array.first == formal->name; };
    const auto found = std::find_if(arrays.begin(), arrays.end(), named);
    if (found == arrays.end()) break;
    values.emplace_back(found->second);
  }
  if (values.size() == arrays.size()) return values;
  values.clear();
  for (const auto& [name, tensor] : arrays) values.emplace_back(tensor);
  return values;
}

// The values in a folder. It is listed once: most of the names that are looked up do not exist.
class ValueFolder {
 public:
  // A folder that does not exist counts as empty.
  explicit ValueFolder(const fs::path& path)
      : folder_{path.native()}, listed_(Folder(path).sorted_names()), names_(listed_) {}
  // With these names in it, sorted, which must outlive this object.
  ValueFolder(std::string path, const std::vector<std::string>& names)
      : folder_{std::move(path)}, names_(names) {}
  ValueFolder(const ValueFolder&) = delete;
  ValueFolder& operator=(const ValueFolder&) = delete;

  const std::string& path() const { return folder_.path; }

  // The files <stem>_0, <stem>_1, …, each with one of the value files' extensions, up to the first
  // that does not exist.
  std::vector<std::string> numbered(std::string_view stem) const {
    std::vector<std::string> names;
    for (;;) {
      check_deadline();
      const std::string next = numbered_name(stem, names.size());
      const auto exists = [&](const char* ending) { return contains(next + ending); };
      const auto ending = std::find_if(value_endings.begin(), value_endings.end(), exists);
      if (ending == value_endings.end()) return names;
      names.push_back(next + *ending);
    }
  }

  // The values in these files, for `formals` by position; without files those of <stem>s.npz, for
  // `formals` by name if the arrays have the names of the first ones, else in the archive's order.
  Values values(std::string_view stem, const std::vector<std::string>& files,
                const Formals& formals) const {
    Values values;
    values.reserve(files.size());
    for (const std::string& name : files) {
      check_deadline();
      const size_t i = values.size();
      values.push_back(read_value(folder_, name, i < formals.size() ? formals[i]->type : Type()));
    }
    const std::string archive = std::string(stem) + "s.npz";
    if (values.empty() && contains(archive)) {
      return archive_values(path_of(archive), formals);
    }
    return values;
  }

  size_t count_inputs(const std::vector<std::string>& files) const {
    return files.empty() && contains("inputs.npz") ? read_npz(path_of("inputs.npz")).size()
                                                   : files.size();
  }

  fs::path path_of(const std::string& name) const { return path() + '/' + name; }

 private:
  bool contains(const std::string& name) const {
    return std::binary_search(names_.begin(), names_.end(), name);
  }

  DataFolder folder_;
  std::vector<std::string> listed_;
  const std::vector<std::string>& names_;  // sorted
};

ValueFolder data_set_folder(const Case& test, const DataSetFolder& set) {
  return {test.folder.native() + '/' + set.name, set.files};
}

// The inputs in a folder: the files input_0, …, and the graph's inputs that they belong to (see
// numbered_inputs).
class StoredInputs {
 public:
  StoredInputs(const ValueFolder& folder, const Model& model)
      : folder_(folder), files_(folder.numbered("input")), formals_(bare(model)) {
    if (folder.count_inputs(files_) > formals_.size()) formals_ = pointers(model.graph.inputs);
  }

  Bindings values() const {
    const Values values = folder_.values("input", files_, formals_);
    if (values.size() > formals_.size()) {
      throw InvalidInput("{}: {} inputs for a model that takes {}", folder_.path(), values.size(),
                         formals_.size());
    }
    Bindings bindings;
    for (size_t i = 0; i < values.size(); ++i) bindings[formals_[i]->name] = values[i];
    return bindings;
  }

  std::map<std::string, fs::path, std::less<>> protobufs() const {
    std::map<std::string, fs::path, std::less<>> found;
    for (size_t i = 0; i < std::min(files_.size(), formals_.size()); ++i) {
      if (files_[i].ends_with(".pb")) found[formals_[i]->name] = folder_.path_of(files_[i]);
    }
    return found;
  }

 private:
  const ValueFolder& folder_;
  std::vector<std::string> files_;
  Formals formals_;
};

std::vector<DataSet> folder_data_sets(const Case& test, const Model& model) {
  if (test.data_sets.empty()) throw InvalidInput("{}: no test_data_set_0", test.folder.string());
  std::vector<DataSet> sets;
  for (const DataSetFolder& set : test.data_sets) {
    const ValueFolder folder = data_set_folder(test, set);
    const Formals outputs = pointers(model.graph.outputs);
    sets.push_back({StoredInputs(folder, model).values(),
                    folder.values("output", folder.numbered("output"), outputs)});
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
      set.inputs[fmt::format("input_{}", i)] = own_value(inputs, "input", i);
    }
  }
  const json outputs = entry.value("outputs", json::array());
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i].is_null()) set.expected.push_back(own_value(outputs, "output", i));
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
  const fs::path base = fs::path(model_file(test)).parent_path();
  for (const fs::path& file : files_of(test)) {
    const std::string bytes = file_text(file);
    sum.add(file.lexically_relative(base).generic_string() + '\0');
    sum.add(std::to_string(bytes.size()) + '\0');
    sum.add(bytes);
  }
  return sum.text();
}

onnx::ModelProto model_message(const Case& test) {
  onnx::ModelProto model;
  read_message(test, model);
  return model;
}

void read_message(const Case& test, onnx::ModelProto& model) {
  if (test.form != Case::Form::own) return parse_file(model_file(test), "the model", model);
  model = reading(test, [&] { return own_case_model(*test.document, own_entry(test)); });
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
    result.tolerance.rtol = field_or(says, "rtol", result.tolerance.rtol);
    result.tolerance.atol = field_or(says, "atol", result.tolerance.atol);
    if (says.contains("error")) result.error = field<std::string>(says, "error");
    if (test.form == Case::Form::own && says.contains("xfail")) {
      result.xfail = field<std::string>(says, "xfail");
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

std::map<std::string, fs::path, std::less<>> stored_inputs(const Case& test, size_t data_set,
                                                           const Model& model) {
  if (test.form != Case::Form::folder) return {};
  const ValueFolder folder = data_set_folder(test, test.data_sets.at(data_set));
  return StoredInputs(folder, model).protobufs();
}

std::vector<ValueInfo> bare_inputs(const Model& model) {
  std::vector<ValueInfo> inputs;
  for (const ValueInfo* input : bare(model)) inputs.push_back(*input);
  return inputs;
}

Values numbered_values(const fs::path& folder, const std::string& stem,
                       const std::vector<ValueInfo>& formals) {
  const ValueFolder files(folder);
  return files.values(stem, files.numbered(stem), pointers(formals));
}

Bindings numbered_inputs(const fs::path& folder, const Model& model) {
  const ValueFolder files(folder);
  return StoredInputs(files, model).values();
}

}  // namespace etalon
