#include "conformance/repro/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/text_lines.h"
#include "conformance/judge/details.h"
#include "conformance/repro/sentences.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

// The program, embedded.
extern "C" const char etalon_repro_program[], etalon_repro_program_end[];

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr size_t most_written = 64;  // elements of an array in repro.json itself

// ------------------------------------------------------------------------------------- values

// NumPy has the types that ONNX began with.
bool numpy_has(DType type) { return type != DType::undefined && type <= DType::complex128; }

// Whether JSON and NumPy have the value: all its element types, and texts of UTF-8 alone.
bool is_plain(const Value& value) {
  const auto all = [](const Values& parts) {
    return std::all_of(parts.begin(), parts.end(), is_plain);
  };
  if (value.is_tensor()) {
    const Tensor& tensor = value.tensor();
    if (tensor.dtype() != DType::string) return numpy_has(tensor.dtype());
    const Array<std::string> texts = tensor.as<std::string>();
    return std::all_of(texts.begin(), texts.end(),
                       [](const auto& each) { return valid_utf8(each); });
  }
  if (value.is_sequence()) return all(value.sequence().items);
  if (value.is_optional()) return !value.optional().held || is_plain(*value.optional().held);
  return value.absent() ||
         (value.is_map() && is_plain(value.map().keys) && all(value.map().values));
}

// A value as an entry, {"name": "x", "type": "float", "shape": [2], "data": [1, 2]}; or with the
// file that has it, {"name": "x", "type": "float", "file": "input_0.npy"}, where it is large, and
// where JSON or NumPy do not have it. `place`: "input_0", as the case's files are named.
ordered_json entry_of(const std::string& name, const Value& value, const std::string& place,
                      const fs::path& folder) {
  ordered_json entry = {{"name", name}};
  const bool large = value.is_tensor() && value.tensor().size() > most_written &&
                     value.tensor().dtype() != DType::string;
  if (is_plain(value) && !large) {
    if (!value.absent()) entry.update(value_to_json(value));
    return entry;
  }
  entry["type"] = to_string(value.type_without_shape());
  entry["file"] = is_plain(value) ? place + ".npy" : fmt::format("test_data_set_0/{}.pb", place);
  if (is_plain(value)) write_value(folder / (place + ".npy"), value, place);
  return entry;
}

std::vector<ordered_json> entries_of(const CaseValues& values, std::string_view kind,
                                     const fs::path& folder) {
  std::vector<ordered_json> entries;
  for (const auto& [name, value] : values) {
    entries.push_back(entry_of(name, value, fmt::format("{}_{}", kind, entries.size()), folder));
  }
  return entries;
}

// ------------------------------------------------------------------------------------ the file

// In one line that a terminal shows as it is.
std::string shown(const ordered_json& json) {
  std::string text = json_text(json);
  return printable(text) == text ? text
                                 : json.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

std::string shown_list(const std::vector<ordered_json>& items) {
  std::string text;
  for (const ordered_json& item : items) text += (text.empty() ? "\n  " : ",\n  ") + shown(item);
  return text.empty() ? "[]" : fmt::format("[{}\n ]", text);
}

// Each line of the remarks by itself.
std::vector<ordered_json> lines_of(const std::vector<std::string>& remarks) {
  std::vector<ordered_json> lines;
  for (const std::string& remark : remarks) {
    for (const std::string& line : text_parts(remark, "\n")) lines.push_back(printable(line));
  }
  return lines;
}

// An absolute path as others can have it: below this folder, or a name alone.
std::string portable_path(const fs::path& path, const fs::path& here) {
  const std::string inner = path.lexically_relative(here).string();
  if (inner.empty() || inner == "." || inner.starts_with("..")) {
    return path.has_filename() ? path.filename().string() : path.string();
  }
  return inner.find('/') == std::string::npos ? "./" + inner : inner;
}

// The command with its absolute paths so, wherever a word of the shell may begin.
std::string portable(const std::string& command) {
  constexpr std::string_view before = " \t\n'\"=:", after = " \t\n'\":;|&<>()";
  const fs::path here = fs::current_path();
  std::string text;
  for (size_t at = 0; at < command.size();) {
    const bool begins = at == 0 || before.find(command[at - 1]) != std::string_view::npos;
    if (!begins || command[at] != '/') {
      text += command[at++];
      continue;
    }
    const size_t end = std::min(command.find_first_of(after, at), command.size());
    text += portable_path(command.substr(at, end - at), here);
    at = end;
  }
  return text;
}

std::string document(const Repro& repro, const fs::path& folder) {
  const CaseFiles::Set& set = repro.files.sets.at(0);
  const ordered_json command =
      repro.lines.empty() ? ordered_json(portable(repro.command)) : ordered_json();
  return fmt::format(
      "{{\n \"title\": {},\n \"remarks\": {},\n \"command\": {},\n \"rtol\": {},\n \"atol\": {},\n"
      " \"inputs\": {},\n \"outputs\": {}\n}}\n",
      shown(printable(repro.title)), shown_list(lines_of(repro.remarks)), shown(command),
      shown(repro.tolerance.rtol), shown(repro.tolerance.atol),
      shown_list(entries_of(set.inputs, "input", folder)),
      shown_list(entries_of(set.outputs, "output", folder)));
}

// "The model is MaxPool-12 with kernel_shape = [2], strides = [2]."
std::string calls_text(const std::string& bytes, const BoundModel& model) {
  constexpr size_t shown = 4;
  onnx::ModelProto proto;
  proto.ParseFromString(bytes);
  std::vector<std::string> calls;
  for (size_t i = 0; i < std::min(model.graph.nodes.size(), shown); ++i) {
    const NodeText node = node_text(model.graph.nodes[i]);
    std::vector<std::string> attributes;
    for (const onnx::AttributeProto& each : proto.graph().node(static_cast<int>(i)).attribute()) {
      for (const auto& [name, value] : node.attributes) {
        if (name == each.name()) attributes.push_back(name + " = " + value);
      }
    }
    const std::string with = attributes.empty() ? "" : " with ";
    calls.push_back(node.op + with + fmt::format("{}", fmt::join(attributes, ", ")));
  }
  const bool more = model.graph.nodes.size() > shown;
  return printable(fmt::format("The model is {}{}.", fmt::join(calls, "; "), more ? "; …" : ""));
}

}  // namespace

std::vector<std::string> text_remarks(const CaseFiles& files) {
  const BoundModel model = parse_model(files.model);
  std::vector<std::string> remarks = {calls_text(files.model, model)};
  for (const Node& node : model.graph.nodes) {
    const std::vector<std::string> sentences = sentences_about(node, files.sets.at(0).inputs);
    const std::string address = text_address(node);
    if (sentences.empty() && address.empty()) continue;
    std::string text = fmt::format("The text of {}", node.schema->label());
    if (!address.empty()) text += fmt::format(", {}", address);
    if (!sentences.empty()) text += fmt::format(", says:\n  {}", fmt::join(sentences, "\n  "));
    remarks.push_back(std::move(text));
    break;
  }
  return remarks;
}

std::string_view repro_program() {
  return {etalon_repro_program,
          static_cast<size_t>(etalon_repro_program_end - etalon_repro_program)};
}

void write_repro(const fs::path& folder, const Repro& repro) {
  write_file(folder / "repro.json", document(repro, folder));
  write_file(folder / "repro.py", repro_program());
  if (!repro.lines.empty()) write_file(folder / "runtime.py", repro.lines);
}

}  // namespace etalon
