#include "conformance/cases/cases.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "conformance/cases/checksum.h"
#include "conformance/cases/npz.h"
#include "conformance/cases/own_cases.h"
#include "conformance/cases/releases.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "engine/loader/serialization.h"
#include "engine/loader/wire.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::string_view light_prefix = "onnx/backend/test/data/light/";

json parse_json(const fs::path& file) {
  try {
    return json::parse(file_text(file));
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: not JSON: {}", file.string(), problem.what());
  }
}

// Runs `f`, turning the JSON library's exceptions into InvalidInput with the case's name.
template <class F>
auto reading(const Case& test, F&& f) {
  try {
    return f();
  } catch (const json::exception& problem) {
    throw InvalidInput("case {}: {}", test.id(), problem.what());
  }
}

const json& own_entry(const Case& test) { return test.document->at("cases").at(test.index); }

// ------------------------------------------------------------------------------- discovery ---

bool is_own_document(const json& document) {
  return document.is_object() && (document.contains("operator") || document.contains("function")) &&
         document.contains("cases") && document.at("cases").is_array();
}

void add_own_cases(const fs::path& file, std::shared_ptr<const json> document,
                   const std::string& release, std::vector<Case>& cases) {
  try {
    const bool of_function = document->contains("function");
    const auto ordered = of_function ? std::make_shared<const nlohmann::ordered_json>(
                                           nlohmann::ordered_json::parse(file_text(file)))
                                     : nullptr;
    const std::string subject = document->at(of_function ? "function" : "operator");
    const json& entries = document->at("cases");
    for (size_t i = 0; i < entries.size(); ++i) {
      Case test;
      test.form = Case::Form::own;
      test.release = release.empty() ? own_release : release;
      test.suite = document->at("domain").get<std::string>();
      test.name = subject + ": " + entries[i].at("name").get<std::string>();
      test.folder = file.parent_path();
      test.document = document;
      test.function = ordered;
      test.index = i;
      cases.push_back(std::move(test));
    }
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: {}", file.string(), problem.what());
  }
}

// A tree may contain other JSON files, which are skipped. With `must`, a file that is not one of
// own cases is an error.
void add_own_file(const fs::path& file, const std::string& release, bool must,
                  std::vector<Case>& cases) {
  const auto document = std::make_shared<const json>(parse_json(file));
  if (is_own_document(*document)) {
    add_own_cases(file, document, release, cases);
  } else if (must) {
    throw InvalidInput("{}: contains no cases (expected an object with \"operator\" and \"cases\")",
                       file.string());
  }
}

std::optional<Case::Form> form_of(const fs::path& folder) {
  if (fs::exists(folder / "model.onnx")) return Case::Form::folder;
  if (!fs::exists(folder / "data.json")) return std::nullopt;
  const json data = parse_json(folder / "data.json");
  if (!data.is_object() || !data.contains("url")) return std::nullopt;
  const std::string url = data.value("url", "");
  if (!url.starts_with(light_prefix)) return std::nullopt;
  return Case::Form::light;
}

// Takes release and suite from the folder's path below the root: [release/]suite/name. `root` is
// canonical, and `folder` is `root` or below it.
Case folder_case(const fs::path& root, const fs::path& folder, Case::Form form,
                 const std::string& release) {
  std::vector<std::string> parts;
  for (const fs::path& part : folder.lexically_relative(root)) {
    if (part != ".") parts.push_back(part.string());
  }
  const size_t n = parts.size();
  Case test;
  test.form = form;
  test.folder = folder;
  test.release = !release.empty() ? release : n >= 3 ? parts[n - 3] : std::string(local_release);
  test.suite = form == Case::Form::light ? "light"
               : n >= 2                  ? parts[n - 2]
               : n == 1                  ? root.filename().string()
                                         : root.parent_path().filename().string();
  test.name = n >= 1 ? parts[n - 1] : root.filename().string();
  return test;
}

void add_tree(const fs::path& root, const std::string& release, std::vector<Case>& cases) {
  if (const auto form = form_of(root)) {
    cases.push_back(folder_case(root, root, *form, release));
    return;
  }
  auto entry = fs::recursive_directory_iterator(root);
  for (; entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path& path = entry->path();
    const bool hidden = path.filename().string().starts_with('.');
    if (entry->is_directory()) {
      if (hidden) entry.disable_recursion_pending();
      const auto form = hidden ? std::nullopt : form_of(path);
      if (!form) continue;
      entry.disable_recursion_pending();
      cases.push_back(folder_case(root, path, *form, release));
    } else if (!hidden && path.extension() == ".json") {
      add_own_file(path, release, false, cases);
    }
  }
}

// ------------------------------------------------------------------------------------ data ---

std::string light_url(const Case& test) {
  const json data = parse_json(test.folder / "data.json");
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

// The files of a folder, listed once: most of the names that are looked up do not exist.
class Listing {
 public:
  explicit Listing(fs::path folder) : folder_(std::move(folder)) {
    std::error_code absent;  // a folder that does not exist counts as empty
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, absent)) {
      names_.insert(entry.path().filename().string());
    }
  }

  const fs::path& folder() const { return folder_; }

  std::optional<fs::path> file(const std::string& name) const {
    if (!names_.contains(name)) return std::nullopt;
    return folder_ / name;
  }

  // <stem>_0, <stem>_1, …, each .pb or .npy, up to the first that does not exist.
  std::vector<fs::path> numbered(std::string_view stem) const {
    std::vector<fs::path> files;
    for (;;) {
      std::optional<fs::path> next = file(fmt::format("{}_{}.pb", stem, files.size()));
      if (!next) next = file(fmt::format("{}_{}.npy", stem, files.size()));
      if (!next) return files;
      files.push_back(std::move(*next));
    }
  }

 private:
  fs::path folder_;
  std::unordered_set<std::string> names_;
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
    if (const auto file = files.file(fmt::format("input_{}.pb", i))) {
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
  for (const fs::path& file : files.numbered(stem)) {
    const size_t i = values.size();
    values.push_back(read_value(file, i < formals.size() ? formals[i].type : Type()));
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
  for (const fs::directory_entry& entry : fs::directory_iterator(test.folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && name.starts_with("test_data_set_")) folders.push_back(entry.path());
  }
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
    throw InvalidInput("input '{}' of a light model is not a float tensor", input.name);
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

bool by_place(const Case& a, const Case& b) {
  if (a.release != b.release) return earlier_release(a.release, b.release);
  return std::tie(a.suite, a.name) < std::tie(b.suite, b.name);
}

}  // namespace

std::vector<Case> discover(const fs::path& path, const std::string& release) {
  std::vector<Case> cases;
  if (fs::is_directory(path)) {
    add_tree(fs::canonical(path), release, cases);
  } else if (fs::is_regular_file(path) && path.extension() == ".json") {
    add_own_file(path, release, true, cases);
  } else {
    throw InvalidInput("{}: {}", path.string(),
                       fs::exists(path) ? "neither a folder of cases nor a .json file of cases"
                                        : "no such file or folder");
  }
  std::stable_sort(cases.begin(), cases.end(), by_place);
  return cases;
}

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

std::vector<Case> unite(std::vector<Case> cases) {
  std::stable_sort(cases.begin(), cases.end(), by_place);
  std::unordered_map<std::string, size_t> places;
  std::vector<Case> united;
  for (Case& test : cases) {
    const std::string key = test.suite + "/" + test.name + "/" + test.identity;
    const auto [place, first] = places.emplace(key, united.size());
    if (test.identity.empty() || first) {
      test.releases = {test.release};
      united.push_back(std::move(test));
      continue;
    }
    Case& known = united[place->second];
    if (known.release == test.release) continue;
    test.releases = std::move(known.releases);
    test.releases.push_back(test.release);
    known = std::move(test);
  }
  std::stable_sort(united.begin(), united.end(), by_place);
  return united;
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
    const json& says = test.form == Case::Form::own ? own_entry(test) : parse_json(file);
    result.tolerance.rtol = says.value("rtol", result.tolerance.rtol);
    result.tolerance.atol = says.value("atol", result.tolerance.atol);
    if (test.form == Case::Form::own) {
      if (says.contains("error")) result.error = says.at("error").get<std::string>();
      if (says.contains("xfail")) result.xfail = says.at("xfail").get<std::string>();
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
