#include "conformance/corpus/corpus_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/cases/checksum.h"
#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "conformance/generate/case_tolerance.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/refused_calls.h"
#include "engine/interpreter/open_list.h"
#include "engine/loader/file.h"
#include "engine/loader/inner_path.h"
#include "engine/loader/serialization.h"
#include "engine/numerics/numerics.h"
#include "engine/values/side.h"

// Files in the program (CMakeLists.txt).
extern "C" {
extern const char etalon_corpus_readme[], etalon_corpus_readme_end[];
extern const char etalon_corpus_schema[], etalon_corpus_schema_end[];
extern const char etalon_licence[], etalon_licence_end[];
extern const char etalon_notice[], etalon_notice_end[];
}

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// ------------------------------------------------------------------------------ what is open

// What is permitted at the elements of one mark.
ordered_json permitted(const OpenMark& mark) {
  switch (mark.permits) {
    case Permits::values:
      return value_to_json(Value(mark.values));
    case Permits::interval:
      return {{"between", value_to_json(Value(mark.values))}};
    case Permits::order:
      return "any order";
    default:
      return "anything";
  }
}

// The open elements of a tensor, those of each mark together.
void add_open(const Tensor& X, const std::string& output, const ordered_json& item,
              ordered_json& list) {
  const Side* side = X.side();
  if (side == nullptr || !side->marks) return;
  std::map<int32_t, ordered_json> elements;  // by mark
  if (side->open) {
    const Ints marks = side->open->as<int64_t>();
    size_t position = 0;
    each_index(X.shape(), [&](const Shape& index) {
      const auto mark = static_cast<int32_t>(marks.flat(position++));
      if (mark != 0) elements[mark].push_back(index);
    });
  }
  if (side->whole != 0) elements[side->whole];
  for (const auto& [number, places] : elements) {
    const OpenMark& mark = side->marks->at(static_cast<size_t>(number - 1));
    ordered_json one = {{"point", mark.point}, {"output", output}};
    if (!item.is_null()) one["item"] = item;
    if (number == side->whole) one["shape"] = true;
    if (mark.depends) one["depends"] = true;
    one["permits"] = permitted(mark);
    one["elements"] = places.is_null() ? ordered_json::array() : places;
    list.push_back(std::move(one));
  }
}

ordered_json open_of(const CaseFiles& files) {
  ordered_json list = ordered_json::array();
  for (const auto& [name, value] : files.sets.at(0).outputs) {
    if (value.is_tensor()) add_open(value.tensor(), name, nullptr, list);
    if (!value.is_sequence()) continue;
    const Values& items = value.sequence().items;
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].is_tensor()) add_open(items[i].tensor(), name, i, list);
    }
  }
  return list;
}

// -------------------------------------------------------------------------------- case.json

std::vector<std::string> types_of(const CaseFiles& files) {
  std::set<std::string> types;
  for (const CaseValues* values : {&files.sets.at(0).inputs, &files.sets.at(0).outputs}) {
    for (const auto& [name, value] : *values) {
      types.insert(value.is_tensor() ? std::string(etalon::name(value.tensor().dtype()))
                                     : to_string(without_shape(value.type())));
    }
  }
  return {types.begin(), types.end()};
}

// The classes of the elements: the levels of "values X", of any input.
std::vector<std::string> classes_in(const std::vector<Point>& points) {
  std::set<std::string> classes;
  for (const Point& point : points) {
    if (point.factor.starts_with("values ")) classes.insert(point.level);
  }
  return {classes.begin(), classes.end()};
}

ordered_json about(const Unit& unit, const SelectedCase& selected) {
  const CaseFiles& files = selected.files;
  ordered_json points = ordered_json::object();
  for (const Point& point : selected.points) points[point.factor].push_back(point.level);
  ordered_json json = {{"operator", unit.schema->name},
                       {"domain", unit.schema->domain.empty() ? "ai.onnx" : unit.schema->domain},
                       {"version", unit.schema->since_version},
                       {"expects", files.error.empty() ? "outputs" : "refusal"},
                       {"types", types_of(files)},
                       {"points", points},
                       {"seed", selected.seed}};
  if (!files.error.empty()) {
    json["error"] = files.error;
    if (!files.step.empty()) {
      json["refusal"] = files.refusal;
      json["step"] = files.step;
      json["change"] = files.change;
    }
  } else {
    json["proved"] = files.proof.whole();
    json["tolerance"] = {{"rtol", files.rtol.value()},
                         {"atol", files.atol.value()},
                         {"reason", files.tolerance_reason}};
  }
  json["open"] = selected.open;
  if (ordered_json permitted = open_of(files); !permitted.empty()) json["permitted"] = permitted;
  return json;
}

// One key in a line.
std::string key_by_key(const ordered_json& object) {
  std::string text = "{";
  for (const auto& [key, value] : object.items()) {
    text += fmt::format("{} \"{}\": {}", text.size() == 1 ? "\n" : ",\n", key, value.dump());
  }
  return text + "\n}\n";
}

}  // namespace

ordered_json write_corpus_case(const fs::path& corpus, const std::string& group, const Unit& unit,
                               const PointCounts& counts, SelectedCase&& selected) {
  CaseFiles& files = selected.files;
  const std::string path = fmt::format("{}{}/{}", files.error.empty() ? "" : "refusals/", group,
                                       case_name(*unit.schema, selected, counts));
  const fs::path folder = corpus / path;
  if (fs::exists(folder)) return nullptr;
  if (files.error.empty()) {
    const CaseTolerance tolerance = tolerance_of(files);
    files.rtol = tolerance.rtol;
    files.atol = tolerance.atol;
    files.tolerance_reason = tolerance.reason;
  }
  write_case(folder, files);
  const ordered_json json = about(unit, selected);
  write_file(folder / "case.json", key_by_key(json));
  return {{"path", path},
          {"types", json.at("types")},
          {"classes", classes_in(selected.points)},
          {"open", json.at("open")},
          {"expects", json.at("expects")}};
}

void write_about(const fs::path& corpus) {
  write_file(corpus / "README.md", {etalon_corpus_readme, etalon_corpus_readme_end});
  write_file(corpus / "index.schema.json", {etalon_corpus_schema, etalon_corpus_schema_end});
  write_file(corpus / "LICENSE", {etalon_licence, etalon_licence_end});
  write_file(corpus / "NOTICE", {etalon_notice, etalon_notice_end});
}

std::string checksum_lines(const fs::path& folder, const std::string& prefix) {
  std::map<std::string, std::string> sums;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    sums[prefix + entry.path().lexically_relative(folder).generic_string()] = sha256(entry);
  }
  std::string lines;
  for (const auto& [path, sum] : sums) lines += fmt::format("{}  {}\n", sum, path);
  return lines;
}

std::map<std::string, std::string> read_checksums(const fs::path& file) {
  constexpr size_t digits = 64;
  std::map<std::string, std::string> sums;
  const std::string text = file_text(file);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.size() < digits + 3 || line.compare(digits, 2, "  ") != 0) {
      throw InvalidInput("{}: “{}” is not a line of a checksum file", file.string(), line);
    }
    const InnerPath path(line.substr(digits + 2), file.string() + ": the path");
    sums[path.text()] = line.substr(0, digits);
    begin = end + 1;
  }
  return sums;
}

namespace {

// Throws InvalidInput if it is missing or of another format.
nlohmann::json read_corpus_index(const fs::path& corpus) {
  nlohmann::json index = read_json(corpus / "index.json");
  if (!index.is_object() || index.value("format", nlohmann::json()) != corpus_format) {
    throw InvalidInput("{}: it is not an index of a corpus of format {}",
                       (corpus / "index.json").string(), corpus_format);
  }
  return index;
}

}  // namespace

std::vector<std::string> paths_in_index(const fs::path& corpus) {
  const nlohmann::json index = read_corpus_index(corpus);
  std::vector<std::string> paths;
  naming((corpus / "index.json").string(), [&] {
    each_entry(index, "cases", [&](const nlohmann::json& entry) {
      paths.push_back(InnerPath(field<std::string>(entry, "path"), "the path of a case").text());
    });
  });
  return paths;
}

}  // namespace etalon
