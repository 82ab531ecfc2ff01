#include "conformance/fuzz/targets.h"

#include <chrono>
#include <optional>

#include "conformance/cases/archive.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/mdf_cases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/generate/one_node.h"
#include "conformance/judge/judge.h"
#include "conformance/mdf/evaluate.h"
#include "conformance/reports/json.h"
#include "conformance/reports/text.h"
#include "conformance/repro/program.h"
#include "conformance/run/backend.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "engine/loader/npy.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::fuzz {

namespace {

Limits small_limits() {
  Limits limits;
  limits.max_memory = size_t{256} << 20;
  limits.max_steps = 10'000;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  return limits;
}

// An Error of Etalon is an answer, unless it says that Etalon is at fault.
template <class Action>
void answered(Action action) {
  const LimitScope limits(small_limits());
  try {
    action();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::InternalError) throw;
  }
}

// Zeros of the declared type; 2 for a dimension without length. Nothing for types without zeros.
std::optional<Value> blank(const Type& type) {
  if (type.kind == Type::Kind::sequence) return Sequence{*type.element, {}};
  if (type.kind == Type::Kind::optional) return Optional{*type.element, nullptr};
  if (type.kind != Type::Kind::tensor || type.dtype == DType::undefined) return std::nullopt;
  Shape shape;
  for (const Dim& dim : type.shape.value_or(std::vector<Dim>{})) {
    const auto* length = std::get_if<int64_t>(&dim);
    shape.push_back(length != nullptr && *length >= 0 ? static_cast<size_t>(*length) : 2);
  }
  return Tensor::zeros(type.dtype, shape);
}

void run_model(std::string_view input) {
  answered([&] {
    const BoundModel model = parse_model(input);
    Bindings inputs;
    for (const ValueInfo& formal : model.graph.inputs) {
      if (model.graph.initializers.contains(formal.name)) continue;
      std::optional<Value> value = blank(formal.type);
      if (!value) return;
      inputs.emplace(formal.name, std::move(*value));
    }
    Options options;
    options.limits = small_limits();
    evaluate(model, inputs, options);
  });
}

[[noreturn]] void found(const std::string& what) { throw InternalError("repro: {}", what); }

// The names are the model's, and each line can be shown.
void check_document(const std::string& text, const CaseFiles& files) {
  if (printable_lines(text) != text) found("repro.json has what a terminal does not show");
  const nlohmann::json document = nlohmann::json::parse(text);
  const CaseFiles::Set& set = files.sets[0];
  for (const auto& [key, values] :
       {std::pair("inputs", &set.inputs), std::pair("outputs", &set.outputs)}) {
    if (document.at(key).size() != values->size()) found("other values");
    for (size_t i = 0; i < values->size(); ++i) {
      if (document.at(key).at(i).at("name") != (*values)[i].first) found("another name");
    }
  }
}

// A model with zeros for its inputs and outputs becomes a folder with repro.py: the fixed program,
// and data whose names are the model's. There is no file elsewhere.
void run_repro(std::string_view input) {
  const TemporaryFolder place("/dev/shm");
  const std::filesystem::path folder = place.path() / "a" / "case";
  CaseFiles files;
  files.model = input;
  CaseFiles::Set& set = files.sets.emplace_back();
  bool written = false;
  answered([&] {
    const BoundModel model = parse_model(input);
    for (const ValueInfo& formal : model.graph.inputs) {
      if (auto value = blank(formal.type)) set.inputs.emplace_back(formal.name, std::move(*value));
    }
    for (const ValueInfo& formal : model.graph.outputs) {
      if (auto value = blank(formal.type)) set.outputs.emplace_back(formal.name, std::move(*value));
    }
    write_case(folder, files);
    std::string title;
    for (const Node& node : model.graph.nodes) title += label_of(node) + node.name;
    write_repro(folder, {files, title, text_remarks(files), "got = []\n", title, {}});
    written = true;
  });
  if (!written) return;
  if (file_text(folder / "repro.py") != repro_program()) found("repro.py is another program");
  if (file_text(folder / "runtime.py") != "got = []\n") found("runtime.py is another program");
  check_document(file_text(folder / "repro.json"), files);
  for (const auto& [within, name] :
       {std::pair(place.path(), "a"), std::pair(place.path() / "a", "case")}) {
    for (const auto& entry : std::filesystem::directory_iterator(within)) {
      if (entry.path().filename() != name) found("a file outside its folder");
    }
  }
}

// As every kind of value: the file does not say which one it is.
void run_value(std::string_view input) {
  const Type tensor = Type::tensor(DType::float32);
  for (const Type& type :
       {tensor, Type::sequence(tensor), Type::optional(tensor), Type::map(DType::string, tensor)}) {
    answered([&] { serialize_value(parse_value(input, type, {}), "again"); });
  }
}

void run_npy(std::string_view input) {
  answered([&] { format_npy(parse_npy(input)); });
  answered([&] { parse_npy(input, DType::bfloat16); });
}

// Gives the input as a file of this name.
template <class Action>
void with_file(std::string_view input, const std::string& name, Action action) {
  const TemporaryFolder folder("/dev/shm");
  const std::filesystem::path file = folder.path() / name;
  write_file(file, input);
  answered([&] { action(file); });
}

void run_npz(std::string_view input) {
  with_file(input, "inputs.npz", [](const auto& file) { read_npz(file); });
}

void run_cases(std::string_view input) {
  with_file(input, "cases.json", [](const auto& file) {
    for (const Case& test : discover(file)) {
      if (!is_mdf_model(test)) to_json(judge(test));  // which another program runs
    }
  });
}

void run_report(std::string_view input) {
  with_file(input, "report.json", [](const auto& file) {
    const RunReport report = read_json_report(file);
    text_report(report);
    markdown_report(report);
  });
}

// The child's first line is the reply to "describe".
void run_reply(std::string_view input) {
  with_file(input, "reply", [](const auto& file) {
    BackendOptions options;
    options.command = "read r; cat '" + file.string() + "'; echo";
    options.scratch = file.parent_path();
    Backend(options).introduce();
  });
}

void run_image(std::string_view input) {
  Array<uint64_t> bytes = empty_array<uint64_t>({input.size()});
  for (size_t i = 0; i < input.size(); ++i) bytes(i) = static_cast<uint8_t>(input[i]);
  onnx::ModelProto proto;
  proto.set_ir_version(10);
  proto.add_opset_import()->set_version(20);
  onnx::NodeProto& node = *proto.mutable_graph()->add_node();
  node.set_op_type("ImageDecoder");
  node.add_input("encoded");
  node.add_output("image");
  const Tensor encoded = Tensor::of(DType::uint8, bytes);
  declare("encoded", Value(encoded).type(), *proto.mutable_graph()->add_input());
  declare("image", Type::tensor(DType::uint8), *proto.mutable_graph()->add_output());
  answered([&] {
    Options options;
    options.limits = small_limits();
    evaluate(parse_model(proto.SerializeAsString()), {{"encoded", encoded}}, options);
  });
}

void run_mdf(const std::filesystem::path& file) {
  mdf::RunOptions options;
  options.max_passes = 1000;
  const mdf::Model model = mdf::load_model(file);
  for (const mdf::Graph& graph : model.graphs) {
    mdf::GraphRun run(model, graph, options);
    run.evaluate();
    run.evaluate(0.1);
  }
}

void run_mdf_json(std::string_view input) { with_file(input, "model.json", run_mdf); }
void run_mdf_yaml(std::string_view input) { with_file(input, "model.yaml", run_mdf); }

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> list = {
      {"model", Form::protobuf, run_model},   {"repro", Form::protobuf, run_repro},
      {"value", Form::protobuf, run_value},   {"npy", Form::bytes, run_npy},
      {"npz", Form::bytes, run_npz},          {"image", Form::bytes, run_image},
      {"cases", Form::json, run_cases},       {"report", Form::json, run_report},
      {"reply", Form::json, run_reply},       {"mdf-json", Form::json, run_mdf_json},
      {"mdf-yaml", Form::bytes, run_mdf_yaml}};
  return list;
}

}  // namespace etalon::fuzz
