#include "conformance/repro/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>

#include "conformance/common/paths.h"
#include "conformance/judge/details.h"
#include "conformance/repro/python_text.h"
#include "conformance/repro/sentences.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

constexpr size_t most_written = 64;  // elements in the program itself

// Values as expressions; writes the arrays that are too large for that.
class Expressions {
 public:
  explicit Expressions(fs::path folder) : folder_(std::move(folder)) {}

  // `place`: "input_0", as the case's files are named.
  std::string of(const Value& value, const std::string& place) {
    if (!value.is_tensor()) {
      return python_value(value).value_or(fmt::format("\"{}\"", stored(place)));
    }
    const Tensor& tensor = value.tensor();
    if (numpy_name(tensor.dtype()).empty()) {
      needs_onnx_ = true;
      return fmt::format("onnx.numpy_helper.to_array(onnx.load_tensor(\"{}\"))", stored(place));
    }
    if (tensor.size() <= most_written || tensor.dtype() == DType::string) {
      return *python_value(value);
    }
    write_value(folder_ / (place + ".npy"), value, place);
    return fmt::format("np.load(\"{}.npy\")", place);
  }

  bool needs_onnx() const { return needs_onnx_; }

 private:
  static std::string stored(const std::string& place) {
    return fmt::format("test_data_set_0/{}.pb", place);
  }

  const fs::path folder_;
  bool needs_onnx_ = false;
};

std::string docstring(const Repro& repro) {
  std::string text = repro.title + "\n\n";
  for (const std::string& remark : repro.remarks) text += remark + "\n";
  text += "\nRun it in its folder, by a Python that has the runtime: python3 repro.py\n";
  re2::RE2::GlobalReplace(&text, R"(\\|""")", R"(\\\0)");  // which would end it, or mean others
  return "\"\"\"" + text + "\"\"\"\n";
}

std::string names_list(const CaseValues& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(python_text(name));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

// The lines where the backend has none: a call of its command.
std::string command_lines(const std::string& command, const CaseFiles::Set& set) {
  if (command.starts_with("so:")) {
    return fmt::format(
        "import subprocess\n\n"
        "subprocess.run([\"etalon\", \"why\", \".\", \"--backend\", {}])\ngot = []\n",
        python_text("so:" + fs::absolute(command.substr(3)).string()));
  }
  std::vector<std::string> inputs, outputs;
  const auto entry = [](const auto& value, const std::string& file) {
    return fmt::format("{{\"name\": {}, \"type\": \"{}\", \"file\": {}}}", python_text(value.first),
                       to_string(value.second.type()), file);
  };
  for (const auto& value : set.inputs) {
    inputs.push_back(entry(
        value, fmt::format("os.path.abspath(\"test_data_set_0/input_{}.pb\")", inputs.size())));
  }
  for (const auto& value : set.outputs) {
    outputs.push_back(entry(value, fmt::format("folder + \"/output_{}.pb\"", outputs.size())));
  }
  return fmt::format(
      R"(import json, os, subprocess, tempfile
import onnx

with tempfile.TemporaryDirectory() as folder:
    request = {{"id": 2, "ask": "run", "model": os.path.abspath("model.onnx"), "output_folder": folder,
               "inputs": [{}],
               "outputs": [{}]}}
    asked = json.dumps({{"id": 1, "ask": "describe", "protocol": 1}}) + "\n" + json.dumps(request) + "\n"
    done = subprocess.run({}, shell=True,
                          cwd={}, input=asked, stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    files = [each["file"] for each in request["outputs"] if os.path.exists(each["file"])]
    got = [onnx.numpy_helper.to_array(onnx.load_tensor(file)) for file in files]
)",
      fmt::join(inputs, ", "), fmt::join(outputs, ", "), python_text(command),
      python_text(fs::current_path().string()));
}

std::string program(const Repro& repro, const fs::path& folder) {
  const CaseFiles::Set& set = repro.files.sets.at(0);
  Expressions expressions(folder);
  std::vector<std::string> inputs, expected;
  for (const auto& [name, value] : set.inputs) {
    inputs.push_back(fmt::format("{}: {}", python_text(name),
                                 expressions.of(value, fmt::format("input_{}", inputs.size()))));
  }
  for (const auto& [name, value] : set.outputs) {
    expected.push_back(expressions.of(value, fmt::format("output_{}", expected.size())));
  }
  std::string lines = repro.lines;
  if (lines.empty()) lines = command_lines(repro.command, set);
  if (!lines.ends_with('\n')) lines += '\n';
  return docstring(repro) +
         fmt::format(
             "import numpy as np\n{}\n"
             "np.set_printoptions(floatmode=\"unique\")\n"
             "inputs = {{{}}}\n"
             "outputs = {}\n"
             "expected = [{}]\n"
             "print(\"expected\", *map(repr, expected), sep=\"\\n  \", flush=True)\n\n"
             "{}\n"
             "print(\"got\", *map(repr, got), sep=\"\\n  \")\n",
             expressions.needs_onnx() ? "import onnx\n" : "", fmt::join(inputs, ",\n          "),
             names_list(set.outputs), fmt::join(expected, ",\n            "), lines);
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

void write_repro(const fs::path& folder, const Repro& repro) {
  write_file(folder / "repro.py", program(repro, folder));
}

}  // namespace etalon
