#include <fmt/format.h>

#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/generate/case_files.h"
#include "conformance/generate/draw.h"
#include "conformance/generate/elements.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/generate/rules.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/loader/serialization.h"

namespace etalon::generate_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::Outcome;
using test::write_add_folder;
using test::write_text;

// Every file beneath a folder, by its path within.
std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder).string()] = file_text(entry);
  }
  return files;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_in(folder)) names.push_back(name);
  return names;
}

// A folder to work in, with paths as the command line takes them.
struct Workshop {
  TemporaryFolder folder;
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  // What lies here, hidden things included.
  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }
};

// A model as ONNX's own text form would have it: {inputs} → one node → y.
void write_model(const fs::path& file, const std::string& op_type,
                 const std::vector<std::pair<std::string, Type>>& inputs,
                 const std::function<void(onnx::ModelProto&)>& change = {}) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(13);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("g");
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(op_type);
  for (const auto& [name, type] : inputs) {
    node.add_input(name);
    onnx::ValueInfoProto& info = *graph.add_input();
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(static_cast<int>(type.dtype));
    if (!type.shape) continue;
    tensor.mutable_shape();
    for (const Dim& dim : *type.shape) {
      auto& written = *tensor.mutable_shape()->add_dim();
      if (const auto* length = std::get_if<int64_t>(&dim)) written.set_dim_value(*length);
      if (const auto* name = std::get_if<std::string>(&dim)) written.set_dim_param(*name);
    }
  }
  node.add_output("y");
  graph.add_output()->set_name("y");
  if (change) change(model);
  write_text(file, model.SerializeAsString());
}

Type floats_of(std::vector<Dim> shape) {
  Type type = Type::tensor(DType::float32);
  type.shape = std::move(shape);
  return type;
}

Tensor written(const std::string& file) { return read_value(file, Type()).tensor(); }

// ------------------------------------------------------------------------------------- draws ---

TEST_CASE("Draw is NumPy's RandomState, so a seed means the same everywhere") {
  Draw draw(7);
  // numpy.random.RandomState(7).random_sample(3) * 10
  CHECK(draw.below(10) == 0);
  CHECK(draw.below(10) == 7);
  CHECK(draw.below(10) == 4);
  std::set<size_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(draw.below(3));
  CHECK(seen == std::set<size_t>{0, 1, 2});
  std::vector<size_t> order = draw.permutation(5);
  std::sort(order.begin(), order.end());
  CHECK(order == std::vector<size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("Draw::broadcastable_to gives shapes that broadcast to the whole") {
  Draw draw(1);
  for (int i = 0; i < 300; ++i) {
    const Shape whole = draw.shape();
    const Shape part = draw.broadcastable_to(whole);
    REQUIRE(part.size() <= whole.size());
    for (size_t k = 1; k <= part.size(); ++k) {
      const size_t length = part[part.size() - k];
      CHECK((length == 1 || length == whole[whole.size() - k]));
    }
  }
}

TEST_CASE("random_tensor keeps to the range and to what the type holds") {
  Draw draw(3);
  for (const DType type : {DType::float32, DType::float16, DType::float8e4m3fn, DType::float4e2m1,
                           DType::int8, DType::uint64, DType::int4, DType::uint2}) {
    INFO(name(type));
    const Reals values = random_tensor(draw, type, {200}, {-3, 300}).as<double>();
    const double low = is_unsigned_integer(type) ? 0 : -3;
    for (const double value : values) {
      CHECK((value >= low && value <= 300));
    }
  }
  CHECK(random_tensor(draw, DType::string, {2}).dtype() == DType::string);
  CHECK(random_tensor(draw, DType::complex64, {}).shape().empty());
  CHECK(domain_of("Log", 0).low > 0);
  CHECK(domain_of("Acos", 0).high == 1);
}

// ------------------------------------------------------------------------------------- model ---

TEST_CASE("generate MODEL: expected outputs for given inputs, in the official layout") {
  const Workshop here;
  write_add_folder(here.at("add"), {0, 0});
  const Outcome outcome =
      etalon_command({"generate", here.at("add/model.onnx"), "--inputs",
                      here.at("add/test_data_set_0"), "--out", here.at("case")});
  CHECK(outcome.code == exit_ok);
  CHECK(names_in(here.at("case")) ==
        std::vector<std::string>{"model.onnx", "test_data_set_0/input_0.pb",
                                 "test_data_set_0/input_1.pb", "test_data_set_0/output_0.pb"});
  CHECK(file_text(here.at("case/model.onnx")) == file_text(here.at("add/model.onnx")));
  CHECK(identical(written(here.at("case/test_data_set_0/output_0.pb")), test::floats({11, 22})));
  CHECK(here.names() == std::set<std::string>{"add", "case"});
  CHECK(etalon_command({"test", here.at("case")}).code == exit_ok);
}

TEST_CASE("generate MODEL: tolerances go to data.json") {
  const Workshop here;
  write_add_folder(here.at("add"), {0, 0});
  CHECK(etalon_command({"generate", here.at("add/model.onnx"), "--inputs",
                        here.at("add/test_data_set_0"), "--out", here.at("case"), "--rtol", "0.5",
                        "--atol", "0"})
            .code == exit_ok);
  CHECK(json::parse(file_text(here.at("case/data.json"))) == json{{"rtol", 0.5}, {"atol", 0.0}});
}

TEST_CASE("generate MODEL --random: declared types, given dimensions, the readers' domains") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Log", {{"x", floats_of({Dim("N"), Dim(int64_t{40})})}});
  const std::vector<std::string> words = {
      "generate", here.at("m.onnx"), "--random", "5", "--dim", "N=3", "--count", "2", "--out"};
  const auto into = [&](const std::string& name) {
    std::vector<std::string> all = words;
    all.push_back(here.at(name));
    return etalon_command(all).code;
  };
  CHECK(into("a") == exit_ok);
  CHECK(into("b") == exit_ok);
  CHECK(files_in(here.at("a")) == files_in(here.at("b")));
  const Tensor first = written(here.at("a/test_data_set_0/input_0.pb"));
  CHECK(first.shape() == Shape{3, 40});
  for (const double value : first.as<double>()) CHECK(value > 0);
  CHECK_FALSE(identical(first, written(here.at("a/test_data_set_1/input_0.pb"))));
  CHECK(etalon_command({"test", here.at("a")}).code == exit_ok);
}

TEST_CASE("generate MODEL --random: indices stay within what they index") {
  const Workshop here;
  Type indices = Type::tensor(DType::int64);
  indices.shape = {Dim(int64_t{50})};
  write_model(here.at("m.onnx"), "Gather",
              {{"data", floats_of({Dim(int64_t{3}), Dim(int64_t{2})})}, {"ids", indices}});
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--random", "1", "--out", here.at("c")})
              .code == exit_ok);
  std::set<int64_t> seen;
  for (const int64_t i : written(here.at("c/test_data_set_0/input_1.pb")).ints()) seen.insert(i);
  CHECK(seen == std::set<int64_t>{0, 1, 2});
}

TEST_CASE("generate MODEL --random: what is not declared must be given") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Abs", {{"x", floats_of({Dim("N")})}});
  write_model(here.at("rankless.onnx"), "Abs", {{"x", Type::tensor(DType::float32)}});
  check_fails({"generate", here.at("m.onnx"), "--random", "1", "--out", here.at("c")}, exit_invalid,
              "--dim N=LENGTH");
  check_fails({"generate", here.at("m.onnx"), "--random", "1", "--dim", "N=3", "--dim", "Q=4",
               "--out", here.at("c")},
              exit_usage, "--dim Q: no input has a dimension of that name");
  check_fails({"generate", here.at("rankless.onnx"), "--random", "1", "--out", here.at("c")},
              exit_invalid, "no declared shape");
  check_fails({"generate", here.at("m.onnx"), "--out", here.at("c")}, exit_invalid, "x");
  CHECK(here.names() == std::set<std::string>{"m.onnx", "rankless.onnx"});
}

TEST_CASE(
    "generate MODEL: an initializer's value stands for an input left out before a given one") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Sub",
              {{"a", floats_of({Dim(int64_t{1})})}, {"b", floats_of({Dim(int64_t{1})})}},
              [](onnx::ModelProto& model) {
                write_tensor(test::floats({5}), "a", *model.mutable_graph()->add_initializer());
              });
  write_value(here.at("b.pb"), test::floats({2}), "b");
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--input", "b=" + here.at("b.pb"), "--out",
                          here.at("c")})
              .code == exit_ok);
  CHECK(identical(written(here.at("c/test_data_set_0/input_0.pb")), test::floats({5})));
  CHECK(identical(written(here.at("c/test_data_set_0/output_0.pb")), test::floats({3})));
}

TEST_CASE("generate MODEL: external data are taken into the case") {
  const Workshop here;
  write_text(here.at("weights.bin"), std::string("\0\0\x80\x3f", 4));  // 1.0f
  write_model(here.at("m.onnx"), "Add", {{"a", floats_of({Dim(int64_t{1})})}},
              [](onnx::ModelProto& model) {
                onnx::GraphProto& graph = *model.mutable_graph();
                graph.mutable_node(0)->add_input("w");
                onnx::TensorProto& w = *graph.add_initializer();
                w.set_name("w");
                w.add_dims(1);
                w.set_data_type(onnx::TensorProto::FLOAT);
                w.set_data_location(onnx::TensorProto::EXTERNAL);
                onnx::StringStringEntryProto& entry = *w.add_external_data();
                entry.set_key("location");
                entry.set_value("weights.bin");
              });
  write_value(here.at("a.pb"), test::floats({2}), "a");
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--input", "a=" + here.at("a.pb"), "--out",
                          here.at("c")})
              .code == exit_ok);
  fs::remove(here.at("weights.bin"));
  CHECK(etalon_command({"test", here.at("c")}).code == exit_ok);
}

TEST_CASE("generate MODEL: no expectation for what is random") {
  const Workshop here;
  write_model(here.at("m.onnx"), "RandomUniformLike", {{"x", floats_of({Dim(int64_t{4})})}});
  check_fails({"generate", here.at("m.onnx"), "--random", "1", "--out", here.at("c")}, exit_invalid,
              "random numbers");
  CHECK_FALSE(fs::exists(here.at("c")));
  const Outcome allowed = etalon_command({"generate", here.at("m.onnx"), "--random", "1", "--out",
                                          here.at("c"), "--allow-unspecified"});
  CHECK(allowed.code == exit_ok);
  CHECK(allowed.out.find("no expected outputs are written") != std::string::npos);
  CHECK(names_in(here.at("c")) ==
        std::vector<std::string>{"data.json", "model.onnx", "test_data_set_0/input_0.pb"});
  CHECK(json::parse(file_text(here.at("c/data.json"))).contains("unspecified"));
}

// --------------------------------------------------------------------------- output folders ---

TEST_CASE("generate: the output folder is new, empty, or by --force one of cases only") {
  const Workshop here;
  write_add_folder(here.at("add"), {0, 0});
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"generate", here.at("add/model.onnx"),
                                      "--inputs", here.at("add/test_data_set_0"),
                                      "--out",    here.at("deep/c")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  CHECK(etalon_command(run({})).code == exit_ok);
  check_fails(run({}), exit_usage, "not empty");
  write_text(here.at("deep/c/test_data_set_7/input_0.pb"), "stale");
  CHECK(etalon_command(run({"--force"})).code == exit_ok);
  CHECK_FALSE(fs::exists(here.at("deep/c/test_data_set_7")));
  write_text(here.at("deep/c/notes.txt"), "mine");
  check_fails(run({"--force"}), exit_usage, "notes.txt");
  CHECK(file_text(here.at("deep/c/notes.txt")) == "mine");
  fs::remove_all(here.at("deep/c"));
  fs::create_directory(here.at("deep/c"));
  CHECK(etalon_command(run({})).code == exit_ok);
  CHECK(fs::exists(here.at("deep/c/model.onnx")));
  write_text(here.at("file"), "x");
  check_fails({"generate", "--operator", "Abs", "--out", here.at("file")}, exit_usage,
              "not a folder");
}

TEST_CASE("generate: an interrupt leaves nothing behind, and then takes its course") {
  static int received = 0;
  received = 0;
  const auto count = [](int) { ++received; };
  const auto before = std::signal(SIGTERM, count);
  const Workshop here;
  {
    OutputFolder out(here.at("c"), false);
    write_case(out.path() / "one", {});
    std::raise(SIGTERM);
    CHECK(received == 0);
    CHECK_THROWS_AS(write_case(out.path() / "two", {}), Error);
  }
  CHECK(received == 1);
  CHECK(here.names().empty());
  write_case(here.at("later"), {});
  CHECK(fs::exists(here.at("later/model.onnx")));
  std::signal(SIGTERM, before);
}

TEST_CASE("generate: a failure leaves nothing behind, and what was there untouched") {
  const Workshop here;
  write_text(here.at("two.json"), R"({"domain": "ai.onnx", "operator": "Gather", "cases": [
      {"name": "fine", "inputs": [{"type": "float", "data": [1, 2]}, {"type": "int64", "data": 1}]},
      {"name": "broken", "inputs": [{"type": "float", "data": [1, 2]}, {"type": "int64", "data": 9}]}]})");
  check_fails({"generate", "--node", here.at("two.json"), "--out", here.at("a/b")}, exit_invalid,
              "Gather-13");
  CHECK(here.names() == std::set<std::string>{"two.json"});
  REQUIRE(etalon_command({"generate", "--operator", "Abs", "--out", here.at("c")}).code == 0);
  const auto before = files_in(here.at("c"));
  check_fails({"generate", "--node", here.at("two.json"), "--out", here.at("c"), "--force"},
              exit_invalid, "Gather-13");
  CHECK(files_in(here.at("c")) == before);
  CHECK(here.names() == std::set<std::string>{"two.json", "c"});
}

// -------------------------------------------------------------------------------------- node ---

TEST_CASE("generate --node: one call makes a complete case, declared in full") {
  const Workshop here;
  write_text(here.at("n.json"), R"({"operator": "Softmax", "version": 11, "attributes": {"axis": 0},
      "inputs": [{"type": "float", "shape": [2, 2], "data": [0, 0, 0, 0]}]})");
  CHECK(etalon_command({"generate", "--node", here.at("n.json"), "--out", here.at("c")}).code ==
        exit_ok);
  CHECK(identical(written(here.at("c/test_data_set_0/output_0.pb")),
                  test::f32({2, 2}, {0.25, 0.25, 0.25, 0.25})));
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(file_text(here.at("c/model.onnx"))));
  CHECK(model.ir_version() == 6);
  CHECK(model.opset_import(0).version() == 11);
  for (const onnx::ValueInfoProto& info : {model.graph().input(0), model.graph().output(0)}) {
    CHECK(info.type().tensor_type().elem_type() == onnx::TensorProto::FLOAT);
    CHECK(info.type().tensor_type().shape().dim_size() == 2);
  }
  CHECK(etalon_command({"test", here.at("c")}).code == exit_ok);
}

TEST_CASE("generate --node: outputs that nothing fixes have a type all the same") {
  const Workshop here;
  const auto declared = [&](const std::string& node) {
    write_text(here.at("n.json"), node);
    CHECK(etalon_command({"generate", "--node", here.at("n.json"), "--out", here.at("c"),
                          "--allow-unspecified", "--force"})
              .code == exit_ok);
    onnx::ModelProto model;
    REQUIRE(model.ParseFromString(file_text(here.at("c/model.onnx"))));
    return model.graph().output(0).type().tensor_type().elem_type();
  };
  CHECK(declared(R"({"operator": "RandomNormal", "opset": 22, "attributes": {"shape": [2]},
      "inputs": []})") == onnx::TensorProto::FLOAT);
  CHECK(declared(R"({"operator": "RandomNormal", "opset": 22,
      "attributes": {"shape": [2], "dtype": 11}, "inputs": []})") == onnx::TensorProto::DOUBLE);
  CHECK(declared(R"({"operator": "RandomUniformLike", "opset": 22,
      "inputs": [{"type": "float16", "shape": [3]}]})") == onnx::TensorProto::FLOAT16);
  CHECK(declared(R"({"operator": "MaxPool", "opset": 22,
      "attributes": {"kernel_shape": [1], "pads": [1, 1]},
      "inputs": [{"type": "double", "shape": [1, 1, 2]}]})") == onnx::TensorProto::DOUBLE);
}

TEST_CASE("generate --node: inputs without data are drawn, outputs are as many as wanted") {
  const Workshop here;
  write_text(here.at("n.json"), R"({"operator": "Unique", "opset": 11,
      "inputs": [{"type": "float", "shape": [4]}], "outputs": [0, null, 0]})");
  const std::vector<std::string> words = {"generate", "--node", here.at("n.json"), "--out"};
  const auto into = [&](const std::string& name, const std::string& seed) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {here.at(name), "--seed", seed});
    CHECK(etalon_command(all).code == exit_ok);
    return files_in(here.at(name));
  };
  const auto first = into("a", "1");
  CHECK(first.count("test_data_set_0/output_1.pb") == 1);
  CHECK(first.count("test_data_set_0/output_2.pb") == 0);
  CHECK(written(here.at("a/test_data_set_0/output_1.pb")).dtype() == DType::int64);
  CHECK(etalon_command({"test", here.at("a")}).code == exit_ok);
  CHECK(first == into("b", "1"));
  CHECK(first != into("c", "2"));
}

TEST_CASE("generate --node: a file of own cases makes a folder each") {
  const Workshop here;
  write_text(here.at("Add.json"), test::add_cases({{"One sum!", {11, 22}}, {"other", {0, 0}}}));
  CHECK(etalon_command({"generate", "--node", here.at("Add.json"), "--out", here.at("c")}).code ==
        exit_ok);
  CHECK(fs::exists(here.at("c/test_add_one_sum_/model.onnx")));
  CHECK(fs::exists(here.at("c/test_add_other/model.onnx")));
}

TEST_CASE("generate --node: what is wrong is one sentence") {
  const Workshop here;
  const auto fails = [&](const std::string& text, int code, const std::string& part) {
    write_text(here.at("n.json"), text);
    check_fails({"generate", "--node", here.at("n.json"), "--out", here.at("c")}, code, part);
    CHECK_FALSE(fs::exists(here.at("c")));
  };
  fails("{", exit_invalid, "not JSON");
  fails("{}", exit_invalid, "n.json: key 'operator' not found");
  fails("[1]", exit_invalid, "n.json: a call is written as an object, not as array");
  fails(R"({"operator": "Abs", "inputs": [{"type": "flot", "shape": [1]}]})", exit_invalid,
        "n.json: 'flot' is no type");
  fails(R"({"operator": "Abs", "version": 7, "inputs": []})", exit_invalid, "no version 7");
  fails(R"({"operator": "Nope", "inputs": []})", exit_invalid, "Nope");
  fails(R"({"operator": "Abs", "inputs": [{"type": "float", "shape": [2], "data": [1]}]})",
        exit_invalid, "takes 2 elements");
  fails(
      R"({"operator": "Abs", "attributes": {"axis": 1}, "inputs": [{"type": "float", "data": 1}]})",
      exit_invalid, "axis");
}

TEST_CASE("the IR version fits the opset") {
  CHECK(fitting_ir_version(1) == 3);
  CHECK(fitting_ir_version(8) == 3);
  CHECK(fitting_ir_version(9) == 4);
  CHECK(fitting_ir_version(14) == 7);
  CHECK(fitting_ir_version(21) == 10);
  CHECK(fitting_ir_version(22) == 10);
  CHECK(fitting_ir_version(27) == 13);
  CHECK(fitting_ir_version(28) == 14);
}

// --------------------------------------------------------------------------------- operators ---

TEST_CASE("generate --operator: the same seed gives the same bytes, and more cases go on from it") {
  const Workshop here;
  const auto into = [&](const std::string& name, const std::string& count,
                        const std::string& seed) {
    const Outcome outcome = etalon_command({"generate", "--operator", "Conv", "--count", count,
                                            "--seed", seed, "--out", here.at(name)});
    INFO(outcome.err);
    CHECK(outcome.code == exit_ok);
    return files_in(here.at(name));
  };
  const auto five = into("a", "5", "7");
  CHECK(five == into("b", "5", "7"));
  CHECK(five != into("c", "5", "8"));
  const auto nine = into("d", "9", "7");
  for (const auto& [name, bytes] : five) CHECK(nine.at(name) == bytes);
  CHECK(etalon_command({"test", here.at("d")}).code == exit_ok);
}

TEST_CASE("generate --operator: every rule makes calls that its operator takes") {
  const Workshop here;
  CHECK(all_rules().size() >= 218);
  const Outcome outcome = etalon_command(
      {"generate", "--operator", "all", "--count", "3", "--seed", "11", "--out", here.at("c")});
  INFO(outcome.err);
  CHECK(outcome.code == exit_ok);
  CHECK(etalon_command({"test", here.at("c")}).code == exit_ok);
}

TEST_CASE("generate --operator: a version may be named") {
  const Workshop here;
  CHECK(etalon_command({"generate", "--operator", "Softmax-11", "--operator", "Abs-1", "--count",
                        "2", "--out", here.at("c")})
            .code == exit_ok);
  CHECK(here.names() == std::set<std::string>{"c"});
  for (const char* name : {"test_softmax_v11_000", "test_softmax_v11_001", "test_abs_v1_000"}) {
    CHECK(fs::exists(here.at("c") + "/" + name + "/model.onnx"));
  }
}

TEST_CASE(
    "generate --operator: the domain may stand in front, and must where ai.onnx has the name") {
  const auto chosen = [](const std::string& text) {
    const OperatorChoice choice = operator_choice(text);
    return fmt::format("{} {}", choice.name, choice.version);
  };
  CHECK(chosen("Scaler") == "ai.onnx.ml.Scaler 0");
  CHECK(chosen("Scaler-1") == "ai.onnx.ml.Scaler 1");
  CHECK(chosen("ai.onnx.ml.Scaler") == "ai.onnx.ml.Scaler 0");
  CHECK(chosen("ai.onnx.ml.LabelEncoder-2") == "ai.onnx.ml.LabelEncoder 2");
  CHECK(chosen("Adam") == "ai.onnx.preview.training.Adam 0");
  CHECK(chosen("ai.onnx.Abs-6") == "Abs 6");
  CHECK(chosen("Abs") == "Abs 0");
  const Workshop here;
  const Outcome outcome = etalon_command(
      {"generate", "--operator", "LabelEncoder-2", "--count", "2", "--out", here.at("c")});
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.out.find("ai.onnx.ml.LabelEncoder-2: 2") != std::string::npos);
  CHECK(fs::exists(here.at("c/test_ai_onnx_ml_labelencoder_v2_001/model.onnx")));
}

TEST_CASE("generate --operator: without a rule it is unsupported, saying why") {
  const Workshop here;
  const auto fails = [&](const std::string& name, int code, const std::string& part) {
    check_fails({"generate", "--operator", name, "--out", here.at("c")}, code, part);
  };
  fails("RandomNormal", exit_unsupported, "--operator RandomNormal: its outputs are random");
  fails("ImageDecoder", exit_unsupported, "no rule says what it takes");
  fails("Gradient", exit_unsupported, "--operator Gradient: it differentiates the graph around it");
  fails("ai.onnx.preview.training.Gradient-1", exit_unsupported, "which is not drawn");
  fails("FlexAttention", exit_unsupported, "it is of ai.onnx.preview, whose operators are not");
  fails("thinker.Abs", exit_unsupported, "--operator thinker.Abs: it is of thinker, whose");
  fails("Nope", exit_usage, "--operator Nope: no domain has an operator of that name");
  fails("ai.onnx.ml.Abs", exit_usage, "no domain has an operator of that name");
  fails("Softmax-12", exit_usage, "no such version");
  fails("Scatter-11", exit_usage, "no such version");
  fails("Scaler-2", exit_usage, "ai.onnx.ml.Scaler has no such version in force");
  fails("TreeEnsembleClassifier-5", exit_usage, "no such version in force");
  CHECK(here.names().empty());
}

// Cases drawn of one version of an operator, each with its model.
std::vector<std::pair<onnx::ModelProto, OperatorCase>> drawn_cases(const std::string& name,
                                                                   size_t count) {
  std::vector<std::pair<onnx::ModelProto, OperatorCase>> cases;
  const OperatorChoice choice = operator_choice(name);
  Draw draw(23);
  for (size_t i = 0; i < count; ++i) {
    OperatorCase drawn = draw_case(choice, draw);
    onnx::ModelProto model;
    REQUIRE(model.ParseFromString(drawn.files.model));
    cases.emplace_back(std::move(model), std::move(drawn));
  }
  return cases;
}

TEST_CASE("generate --operator: every version in force beside ai.onnx is drawn, mostly at once") {
  size_t versions = 0;
  for (const Schema& schema : all_schemas()) {
    if (schema.domain != "ai.onnx.ml" && schema.domain != "ai.onnx.preview.training") continue;
    if (schema.deprecated || schema.name == "Gradient") continue;
    INFO(schema.label());
    ++versions;
    size_t refused = 0;
    for (const auto& [model, drawn] : drawn_cases(schema.label(), 20)) {
      CHECK(drawn.schema == &schema);
      CHECK(model.opset_import(0).domain() == schema.domain);
      CHECK(model.opset_import(0).version() == schema.since_version);
      CHECK(model.graph().node(0).domain() == schema.domain);
      CHECK(drawn.files.sets[0].outputs.size() >= 1);
      refused += drawn.refused;
    }
    CHECK(refused <= 2);
  }
  CHECK(versions == 26);
}

TEST_CASE("generate --operator: the operators with graphs are drawn in every version") {
  for (const Schema& schema : all_schemas()) {
    const bool with_graphs = schema.name == "If" || schema.name == "Loop" ||
                             schema.name == "Scan" || schema.name == "SequenceMap";
    if (!with_graphs || !schema.domain.empty()) continue;
    INFO(schema.label());
    for (const auto& [model, drawn] : drawn_cases(schema.label(), 5)) {
      CHECK(drawn.schema == &schema);
      CHECK(drawn.refused == 0);
    }
  }
}

const onnx::AttributeProto* find_attribute(const onnx::ModelProto& model, const std::string& name) {
  for (const onnx::AttributeProto& attribute : model.graph().node(0).attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

std::vector<int64_t> ints_of(const onnx::ModelProto& model, const std::string& name) {
  const onnx::AttributeProto* attribute = find_attribute(model, name);
  if (attribute == nullptr) return {};
  return {attribute->ints().begin(), attribute->ints().end()};
}

TEST_CASE("generate --operator: drawn trees are trees: every node but the roots has one parent") {
  for (const char* name : {"TreeEnsembleClassifier-1", "TreeEnsembleClassifier-3",
                           "TreeEnsembleRegressor-1", "TreeEnsembleRegressor-3"}) {
    INFO(name);
    for (const auto& [model, drawn] : drawn_cases(name, 30)) {
      const std::vector<int64_t> trees = ints_of(model, "nodes_treeids");
      const std::vector<int64_t> ids = ints_of(model, "nodes_nodeids");
      const std::vector<int64_t> when_true = ints_of(model, "nodes_truenodeids");
      const std::vector<int64_t> when_false = ints_of(model, "nodes_falsenodeids");
      const auto& modes = find_attribute(model, "nodes_modes")->strings();
      std::multiset<std::pair<int64_t, int64_t>> children, nodes_but_roots;
      for (size_t i = 0; i < trees.size(); ++i) {
        if (i > 0 && trees[i] == trees[i - 1]) nodes_but_roots.emplace(trees[i], ids[i]);
        if (modes[static_cast<int>(i)] == "LEAF") continue;
        children.emplace(trees[i], when_true[i]);
        children.emplace(trees[i], when_false[i]);
      }
      CHECK(children == nodes_but_roots);
    }
  }
}

TEST_CASE("generate --operator: classes have labels of one kind, as many as there are scores") {
  for (const char* name : {"LinearClassifier", "SVMClassifier", "TreeEnsembleClassifier-1"}) {
    std::set<size_t> counts;
    for (const auto& [model, drawn] : drawn_cases(name, 40)) {
      INFO(model.ShortDebugString());
      const onnx::AttributeProto* texts = find_attribute(model, "classlabels_strings");
      const std::vector<int64_t> ints = ints_of(
          model, find_attribute(model, "classlabels_ints") != nullptr ? "classlabels_ints"
                                                                      : "classlabels_int64s");
      CHECK((texts == nullptr) != ints.empty());
      const size_t classes =
          texts == nullptr ? ints.size() : static_cast<size_t>(texts->strings_size());
      const Tensor& scores = drawn.files.sets[0].outputs[1].second.tensor();
      CHECK(scores.dim(1) == classes);
      for (const double score : scores.as<double>()) CHECK(!std::isnan(score));
      counts.insert(classes);
    }
    CHECK(counts.size() >= 2);
  }
}

TEST_CASE(
    "generate --operator: the edges come up: no sample, one sample, one class, a leaf alone") {
  bool no_sample = false, one_sample = false, one_class = false, leaf_alone = false;
  for (const auto& [model, drawn] : drawn_cases("TreeEnsembleClassifier-1", 100)) {
    const size_t samples = drawn.files.sets[0].inputs[0].second.tensor().dim(0);
    no_sample |= samples == 0;
    one_sample |= samples == 1;
    one_class |= drawn.files.sets[0].outputs[1].second.tensor().dim(1) == 1;
    leaf_alone |= ints_of(model, "nodes_treeids").size() == 1;
  }
  CHECK(no_sample);
  CHECK(one_sample);
  CHECK(one_class);
  CHECK(leaf_alone);
}

TEST_CASE("generate: options that do not go together are a matter of usage") {
  const Workshop here;
  const std::string out = here.at("c");
  check_fails({"generate", "--out", out}, exit_usage, "one of MODEL");
  check_fails({"generate", "m.onnx", "--operator", "Abs", "--out", out}, exit_usage,
              "one of MODEL");
  check_fails({"generate", "--operator", "Abs", "--random", "1", "--out", out}, exit_usage,
              "go with MODEL");
  check_fails({"generate", "m.onnx", "--seed", "1", "--out", out}, exit_usage, "--seed");
  check_fails({"generate", "m.onnx", "--dim", "N=1", "--out", out}, exit_usage, "--dim");
  check_fails({"generate", "m.onnx", "--random", "1", "--dim", "N", "--out", out}, exit_usage,
              "NAME=LENGTH");
  check_fails({"generate", "m.onnx", "--count", "3", "--out", out}, exit_usage, "--count");
  check_fails({"generate", "--operator", "Abs", "--count", "0", "--out", out}, exit_usage,
              "--count");
  check_fails({"generate", "--operator", "Abs", "--allow-unspecified", "--out", out}, exit_usage,
              "--allow-unspecified");
  check_fails({"generate", "--operator", "Abs", "--rtol", "-1", "--out", out}, exit_usage,
              "negative");
  check_fails({"generate", "--operator", "Abs"}, exit_usage, "--out");
  CHECK(here.names().empty());
}

}  // namespace
}  // namespace etalon::generate_test
