#include "conformance/commands/commands.h"
#include "engine/values/json.h"

#include "conformance/cases/own_cases.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/c_interface.h"
#include "engine/loader/serialization.h"
#include "engine/mdf/function.h"
#include "engine/operators/schema.h"
#include "onnx.pb.h"

namespace etalon::commands_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::floats;
using test::has;
using test::Outcome;
using test::write_add_folder;
using test::write_text;

TEST_CASE("wrong usage is exit code 2") {
  check_fails({}, exit_usage);
  check_fails({"frobnicate"}, exit_usage);
  check_fails({"test", "--frobnicate"}, exit_usage);
  check_fails({"test", "--jobs", "0"}, exit_usage);
  check_fails({"test", "--jobs", "many"}, exit_usage);
  check_fails({"test", "--rtol", "-1"}, exit_usage);
  check_fails({"test", "--timeout", "0"}, exit_usage);
  for (const std::string seconds : {"nan", "-1", "0", "inf", "1e10", "soon"}) {
    const std::string problem =
        seconds + " is not a number of seconds greater than 0 and at most 1000000000";
    check_fails({"test", "--timeout", seconds}, exit_usage, problem);
    check_fails({"run", "m.onnx", "--timeout", seconds}, exit_usage, problem);
    check_fails({"bisect", "m.onnx", "--backend", "b", "--timeout", seconds}, exit_usage, problem);
  }
  for (const std::string bytes :
       {"-1", "0", "18446744073709551615", "1e9", "many", "0GiB", "GiB", "4 GiB", "1G", "1Gi",
        "1gb", "1iB", "1PB", "-1KiB", "4194305TiB", "4611687TB"}) {
    const std::string problem = bytes +
                                " is not a number of bytes from 1 to 4611686018427387904, or "
                                "with a unit such as GB (10^9) or GiB (2^30)";
    check_fails({"test", "--backend-memory", bytes}, exit_usage, problem);
    for (const std::string command : {"run", "check", "generate"}) {
      check_fails({command, "m.onnx", "--max-memory", bytes}, exit_usage, problem);
    }
  }
  for (const std::string option : {"--max-work", "--max-steps"}) {
    check_fails({"run", "m.onnx", option, "-1"}, exit_usage,
                "-1 is not a number from 0 to 4611686018427387904");
  }
  check_fails({"test", "--include", "("}, exit_usage);
  check_fails({"test", "--report", "a.pdf"}, exit_usage);
  check_fails({"test", "--release", "0.0.0"}, exit_usage);
  check_fails({"run"}, exit_usage);
  check_fails({"explain"}, exit_usage);
  check_fails({"explain", "Frobnicate"}, exit_usage);
  check_fails({"explain", "Softmax-0"}, exit_usage);
  check_fails({"ops", "--format", "xml"}, exit_usage);
  check_fails({"corpus"}, exit_usage);
  check_fails({"corpus", "fetch", "0.0.0"}, exit_usage);
}

TEST_CASE("help and version are exit code 0") {
  CHECK(etalon_command({"--help"}).code == exit_ok);
  CHECK(etalon_command({"test", "--help"}).out.find("--fail-fast") != std::string::npos);
  CHECK(etalon_command({"--version"}).out == std::string("etalon ") + etalon_version() + "\n");
}

TEST_CASE("test: the exit code shows how the cases ended") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "node/test_right", {11, 22});
  write_add_folder(folder.path() / "node/test_wrong", {11, 23});
  write_add_folder(folder.path() / "node/test_broken", {11, 22});
  write_text(folder.path() / "node/test_broken/model.onnx", "nonsense");
  const std::string path = folder.path().string();
  CHECK(etalon_command({"test", path, "--include", "right"}).code == exit_ok);
  CHECK(etalon_command({"test", path, "--include", "right|broken"}).code == exit_invalid);
  CHECK(etalon_command({"test", path}).code == exit_mismatch);
  CHECK(etalon_command({"test", path, "--exclude", "broken|wrong"}).code == exit_ok);
  CHECK(etalon_command({"test", path, "--exclude", "broken", "--atol", "1"}).code == exit_ok);
  check_fails({"test", path, "--include", "^nothing$"}, exit_nothing);
  check_fails({"test", path + "/missing"}, exit_invalid);
}

// No release will have this opset of ai.onnx.
TEST_CASE("test: operators without a schema give exit code 4") {
  const TemporaryFolder folder;
  const fs::path place = folder.path() / "node/test_a";
  test::SmallModel unknown(100000);
  unknown.input("x", floats({1})).node("Brandnew", {"x"}, {"y"}).output("y");
  write_text(place / "model.onnx", unknown.bytes());
  fs::create_directories(place / "test_data_set_0");
  write_value(place / "test_data_set_0/input_0.pb", floats({1}), "x");
  write_value(place / "test_data_set_0/output_0.pb", floats({1}), "y");
  const Outcome outcome = etalon_command({"test", folder.path().string()});
  CHECK(outcome.code == exit_unsupported);
  CHECK(outcome.out.find("100000") != std::string::npos);
}

TEST_CASE("test: --suite keeps cases of these suites") {
  const TemporaryFolder folder;
  for (const char* name : {"node/test_a", "simple/test_b", "other/test_c"}) {
    write_add_folder(folder.path() / name, {11, 22});
  }
  const std::string path = folder.path().string();
  const Outcome two = etalon_command({"test", path, "--suite", "node", "--suite", "simple"});
  CHECK(two.code == exit_ok);
  CHECK(two.out.find("2 cases") != std::string::npos);
  CHECK(two.out.find("/other") == std::string::npos);
  check_fails({"test", path, "--suite", "none"}, exit_nothing);
}

TEST_CASE("test: shards divide the cases") {
  const TemporaryFolder folder;
  for (const char* name : {"test_a", "test_b", "test_c"}) {
    write_add_folder(folder.path() / "node" / name, {11, 22});
  }
  const std::string path = folder.path().string();
  const auto cases = [&](const std::string& shard) {
    const std::string file = (folder.path() / "out.json").string();
    CHECK(etalon_command({"test", path + "/node", "--shard", shard, "--report", file}).code == 0);
    std::string names;
    const json document = json::parse(file_text(file));
    for (const json& test : document.at("cases")) {
      names += test.at("name").get<std::string>().back();
    }
    return names;
  };
  CHECK(cases("1/2") == "ac");
  CHECK(cases("2/2") == "b");
  for (const char* shard : {"0/2", "3/2", "1", "a/b", "1/0"}) {
    check_fails({"test", path, "--shard", shard}, exit_usage);
  }
  check_fails({"test", path + "/node", "--shard", "9/9"}, exit_nothing);
}

TEST_CASE("run: inputs by name; by folder; outputs printed or written") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  const std::string model = (folder.path() / "model.onnx").string();
  const std::string set = (folder.path() / "test_data_set_0").string();
  const Outcome printed = etalon_command({"run", model, "--inputs", set});
  CHECK(printed.code == exit_ok);
  CHECK(printed.out == "output_0: tensor(float) [2]\n[11, 22]\n");
  CHECK(etalon_command({"run", model, "--input", "input_0=" + set + "/input_0.pb", "--input",
                        "input_1=" + set + "/input_1.pb"})
            .out == printed.out);
  const std::string out = (folder.path() / "out").string();
  CHECK(etalon_command({"run", model, "--inputs", set, "--output-dir", out, "--format", "npy"})
            .code == exit_ok);
  CHECK(identical(read_value(out + "/output_0.npy", Type()).tensor(), floats({11, 22})));
  CHECK(etalon_command({"run", model, "--inputs", set, "--plain"}).out == printed.out);
  const Outcome all = etalon_command({"run", model, "--inputs", set, "--all-values"});
  CHECK(all.out ==
        "input_0: input: tensor(float) [2]: 1 … 2\n"
        "input_1: input: tensor(float) [2]: 10 … 20\n"
        "output_0: Add-14 (output 'output_0'): tensor(float) [2]: 11 … 22\n");
  const Outcome full = etalon_command({"run", model, "--inputs", set, "--all-values", "--full"});
  CHECK(full.out.starts_with("input_0: input: tensor(float) [2]\n[1, 2]\n"));
  const std::string values = (folder.path() / "values").string();
  const Outcome files =
      etalon_command({"run", model, "--inputs", set, "--all-values", "--output-dir", values});
  CHECK(files.out.find(": 11 … 22 in " + values + "/value_2.pb\n") != std::string::npos);
  CHECK(identical(read_value(values + "/value_2.pb", Type::tensor(DType::float32)).tensor(),
                  floats({11, 22})));
}

TEST_CASE("run: raw elements go in and out by the types and shapes that the model declares") {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model.onnx").string();
  write_text(model, test::SmallModel(13)
                        .input("x", floats({0, 0}))
                        .node("Neg", {"x"}, {"y"})
                        .output("y")
                        .bytes());
  // -11 and 22 as float32, little-endian; then 11 and -22.
  const std::string x = (folder.path() / "x.bin").string();
  write_text(x, std::string("\0\0\x30\xC1\0\0\xB0\x41", 8));
  CHECK(etalon_command({"run", model, "--input", "x=" + x}).out ==
        "y: tensor(float) [2]\n[11, -22]\n");
  const std::string out = (folder.path() / "out").string();
  CHECK(
      etalon_command({"run", model, "--inputs", x, "--output-dir", out, "--format", "bin"}).code ==
      exit_ok);
  CHECK(file_text(out + "/output_0.bin") == std::string("\0\0\x30\x41\0\0\xB0\xC1", 8));
  write_text(x, "12345");
  check_fails({"run", model, "--input", "x=" + x}, exit_invalid,
              "5 bytes where a float tensor of shape [2] needs 8 bytes");
}

// A file with one own case of thinker's Quant, whose node has an attribute that is not known.
std::string write_quant_case(const std::filesystem::path& folder) {
  const std::string text = R"({"domain": "thinker", "operator": "Quant", "cases": [
      {"name": "extra", "opset": 1, "attributes": {"scale_x": 2.0, "tuned": 1},
       "inputs": [{"type": "float", "shape": [1], "data": [3]}],
       "outputs": [{"type": "int8", "shape": [1], "data": [6]}], "derivation": "by hand"}]})";
  write_text(folder / "quant.json", text);
  const json document = json::parse(text);
  write_text(folder / "model.onnx",
             own_case_model(document, document.at("cases").at(0)).SerializeAsString());
  write_value(folder / "input_0.npy", floats({3}), "");
  return (folder / "quant.json").string();
}

TEST_CASE("--ignore-attributes leaves out what a dialect's operator is not known to have") {
  const TemporaryFolder folder;
  const std::string cases = write_quant_case(folder.path());
  const std::string model = (folder.path() / "model.onnx").string();
  const std::string x = "input_0=" + (folder.path() / "input_0.npy").string();
  check_fails({"run", model, "--input", x}, exit_invalid, "--ignore-attributes tuned");
  const Outcome run =
      etalon_command({"run", model, "--input", x, "--ignore-attributes", "other,tuned"});
  CHECK(run.code == exit_ok);
  CHECK(run.out == "output_0: tensor(int8) [1]\n[6]\n");
  const std::string remark = "thinker.Quant-1 (output 'output_0'): attribute 'tuned' is ignored";
  CHECK(run.err == "etalon: " + remark + "\n");
  CHECK(etalon_command({"test", cases}).code == exit_invalid);
  const std::string report = (folder.path() / "report.json").string();
  const Outcome test =
      etalon_command({"test", cases, "--ignore-attributes", "tuned", "--report", report});
  CHECK(test.code == exit_ok);
  CHECK(json::parse(file_text(report)).at("cases").at(0).at("message") == remark);
}

TEST_CASE("run: --seed starts the stream of operators without a seed of their own") {
  const TemporaryFolder folder;
  const json document = json::parse(R"({"domain": "ai.onnx", "operator": "RandomUniform", "cases": [
      {"name": "drawn", "opset": 22, "attributes": {"shape": [3]}, "inputs": [],
       "outputs": [{"type": "float", "shape": [3], "data": [0, 0, 0]}]}]})");
  const std::string model = (folder.path() / "model.onnx").string();
  write_text(model, own_case_model(document, document.at("cases").at(0)).SerializeAsString());
  // NumPy 2: numpy.random.RandomState(7).uniform(size=3), rounded to float32.
  CHECK(etalon_command({"run", model, "--seed", "7"}).out ==
        "output_0: tensor(float) [3]\n[0.07630829, 0.7799188, 0.43840924]\n");
  CHECK(etalon_command({"run", model, "--seed", "8"}).out !=
        etalon_command({"run", model, "--seed", "7"}).out);
  check_fails({"run", model, "--seed", "-1"}, exit_usage);
}

TEST_CASE("run: an empty folder is enough for a model without inputs") {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model.onnx").string();
  test::SmallModel constant(13);
  constant.initializer("c", floats({1, 2})).node("Neg", {"c"}, {"y"}).output("y");
  write_text(model, constant.bytes());
  fs::create_directories(folder.path() / "empty");
  const Outcome outcome =
      etalon_command({"run", model, "--inputs", (folder.path() / "empty").string()});
  CHECK(outcome.err.empty());
  CHECK(outcome.out == "y: tensor(float) [2]\n[-1, -2]\n");
  write_add_folder(folder.path() / "add", {11, 22});
  check_fails({"run", (folder.path() / "add/model.onnx").string(), "--inputs",
               (folder.path() / "empty").string()},
              exit_invalid, "contains no inputs");
}

TEST_CASE("run: --timeout and --max-work end an evaluation") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  const std::string model = (folder.path() / "model.onnx").string();
  const std::string set = (folder.path() / "test_data_set_0").string();
  check_fails({"run", model, "--inputs", set, "--timeout", "1e-9"}, exit_stopped,
              "the time limit is exceeded");
  const Outcome json = etalon_command(
      {"check", model, "--inputs", set, "--outputs", set, "--timeout", "1e-9", "--format", "json"});
  CHECK(json.code == exit_stopped);
  CHECK(has(json.out, "\"stopped\": \""));
  check_fails({"run", model, "--inputs", set, "--max-work", "1"}, exit_invalid,
              "more than 1 units of work; --max-work raises the limit");
  CHECK(etalon_command({"run", model, "--inputs", set, "--timeout", "100"}).code == exit_ok);
}

TEST_CASE("run: a message escapes the names of inputs") {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model.onnx").string();
  test::SmallModel strange(13);
  strange.input("x\ny\x1b[2J", floats({1, 2})).node("Neg", {"x\ny\x1b[2J"}, {"z"}).output("z");
  write_text(model, strange.bytes());
  check_fails({"run", model, "--input", "x=x.npy"}, exit_usage,
              R"(--input x: the model's inputs are 'x\x0ay\x1b[2J')");
}

TEST_CASE("run: an error is one sentence and its exit code") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  const std::string model = (folder.path() / "model.onnx").string();
  const std::string set = (folder.path() / "test_data_set_0").string();
  check_fails({"run", model}, exit_invalid);
  check_fails({"run", model + ".missing"}, exit_invalid);
  check_fails({"run", model, "--input", "nonsense"}, exit_usage);
  check_fails({"run", model, "--input", "z=" + set + "/input_0.pb"}, exit_usage);
  check_fails({"run", model, "--input", "input_0=" + set + "/missing.pb"}, exit_invalid);
  check_fails({"run", model, "--inputs", model}, exit_usage);
  check_fails({"run", model, "--inputs", set, "--max-memory", "1"}, exit_invalid);
  check_fails({"run", model, "--inputs", set, "--max-memory", "1KiB"}, exit_invalid, " 1024");
  check_fails({"run", model, "--inputs", set, "--max-memory", "1KB"}, exit_invalid, " 1000");
  CHECK(etalon_command({"run", model, "--inputs", set, "--max-memory", "1GiB"}).code == exit_ok);
  write_text(model, file_text(model).substr(0, 40));
  check_fails({"run", model, "--inputs", set}, exit_invalid);
}

TEST_CASE("run and check: a newer opset is a warning and an unknown operator exit code 4") {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model.onnx").string();
  const std::string x = (folder.path() / "x.npy").string();
  const std::string y = (folder.path() / "y.npy").string();
  write_value(x, floats({1, 2}), "x");
  write_value(y, floats({-1, -2}), "y");
  test::SmallModel known(99);
  known.input("x", floats({1, 2})).node("Neg", {"x"}, {"y"}).output("y");
  write_text(model, known.bytes());
  const std::string warning =
      "etalon: warning: the model imports opset 99 of ai.onnx, newer than this Etalon knows (28): "
      "each operator is evaluated by its newest known version\n";
  const Outcome run = etalon_command({"run", model, "--input", "x=" + x});
  CHECK(run.code == exit_ok);
  CHECK(run.out == "y: tensor(float) [2]\n[-1, -2]\n");
  CHECK(run.err == warning);
  const Outcome check = etalon_command({"check", model, "--inputs", x, "--outputs", y});
  CHECK(check.code == exit_ok);
  CHECK(check.err == warning);
  test::SmallModel unknown(99);
  unknown.input("x", floats({1, 2})).node("Brandnew", {"x"}, {"y"}).output("y");
  write_text(model, unknown.bytes());
  CHECK(etalon_command({"run", model, "--input", "x=" + x}).code == exit_unsupported);
}

TEST_CASE("run and generate: --lenient sorts nodes that are not in topological order") {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model.onnx").string();
  const std::string x = (folder.path() / "x.npy").string();
  const std::string out = (folder.path() / "case").string();
  write_value(x, floats({1, 2}), "x");
  test::SmallModel unsorted(13);
  unsorted.input("x", floats({1, 2})).node("Neg", {"a"}, {"y"}).node("Abs", {"x"}, {"a"});
  unsorted.output("y");
  write_text(model, unsorted.bytes());
  check_fails({"run", model, "--inputs", x}, exit_invalid, "(--lenient sorts them)");
  const Outcome run = etalon_command({"run", model, "--inputs", x, "--lenient"});
  CHECK(run.code == exit_ok);
  CHECK(run.out == "y: tensor(float) [2]\n[-1, -2]\n");
  CHECK(has(run.err, "the first out of order is Neg (output 'y')"));
  CHECK(etalon_command({"generate", model, "--inputs", x, "--lenient", "--out", out}).code ==
        exit_ok);
  CHECK(etalon_command({"test", out}).code == exit_ok);
}

TEST_CASE("ops: the JSON keeps its contract", "[exhaustive]") {
  const Outcome outcome = etalon_command({"ops", "--format", "json"});
  REQUIRE(outcome.code == exit_ok);
  const json list = json::parse(outcome.out);
  CHECK(list.size() == all_schemas().size() + mdf::all_functions().size());
  bool found = false;
  for (const json& row : list) {
    CHECK(row.size() == 8);
    if (row.at("name") != "Add" || row.at("since_version") != 7) continue;
    found = true;
    CHECK(row.at("domain") == "ai.onnx");
    CHECK(row.at("implemented") == true);
    CHECK(row.at("deprecated") == false);
    CHECK(row.at("source").get<std::string>().starts_with("ops/ai.onnx/math/add.cc:"));
    CHECK(row.at("official_cases").is_number_unsigned());
    CHECK(row.at("own_cases").is_number_unsigned());
  }
  CHECK(found);
  CHECK(etalon_command({"ops"}).out.find("operator versions implemented") != std::string::npos);
  const std::string table = etalon_command({"ops", "--format", "md"}).out;
  CHECK(table.starts_with("# Operators"));
  CHECK(table.find("| Softmax | 13 | `ops/ai.onnx/math/softmax.cc`") != std::string::npos);
  CHECK(table.find("| T 4 |") != std::string::npos);
  CHECK(table.find("| roialign-max |") != std::string::npos);
}

TEST_CASE("explain: versions and changes and near matches") {
  const Outcome all = etalon_command({"explain", "Softmax"});
  CHECK(all.code == exit_ok);
  for (const char* part :
       {"Softmax-1 (domain ai.onnx)", "Softmax-11", "Softmax-13",
        "attribute axis: int = 1 is now axis: int = -1", "T also allows tensor(bfloat16)"}) {
    INFO(part);
    CHECK(all.out.find(part) != std::string::npos);
  }
  const Outcome one = etalon_command({"explain", "Softmax-12"});
  CHECK(one.out.find("In opset 12, Softmax is version 11.") != std::string::npos);
  CHECK(one.out.find("Softmax-13 (") == std::string::npos);
  CHECK(etalon_command({"explain", "ai.onnx.ml.Scaler-1"}).code == exit_ok);
  const Outcome forms = etalon_command({"explain", "thinker.GRUInt"});
  for (const char* part : {"  where attribute scale_iw is given\n    inputs\n      X: tensor(int8)",
                           "num_layers: int (optional), only 1; a node has one layer"}) {
    INFO(part);
    CHECK(forms.out.find(part) != std::string::npos);
  }
  CHECK(etalon_command({"explain", "iqCat"}).out.find("scale_x_0, scale_x_1, …: float") !=
        std::string::npos);
  CHECK(etalon_command({"explain", "Softmx"}).err.find("did you mean Softmax, thinker.Softmax?") !=
        std::string::npos);
}

TEST_CASE("corpus list names the releases") {
  const Outcome outcome = etalon_command({"corpus", "list"});
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.out.find("1.22.0") != std::string::npos);
  CHECK(outcome.out.find("(default)") != std::string::npos);
}

TEST_CASE("run --format npy refuses a sequence before it writes the first output") {
  const TemporaryFolder folder;
  test::SmallModel model(18);
  model.input("x", floats({1, 2})).node("Identity", {"x"}, {"y"});
  model.node("SequenceConstruct", {"x"}, {"s"}).output("y").output("s");
  model.proto().mutable_graph()->mutable_output(1)->clear_type();
  const std::string file = (folder.path() / "m.onnx").string();
  const std::string x = (folder.path() / "x.pb").string();
  const std::string out = (folder.path() / "out").string();
  write_text(file, model.bytes());
  write_text(x, serialize_value(floats({1, 2}), "x"));
  check_fails(
      {"run", file, "--input", "x=" + x, "--output-dir", out, "--format", "npy"}, exit_invalid,
      "output 's' is a seq(tensor(float)), which a .npy file does not hold; use --format pb");
  CHECK_FALSE(fs::exists(out));
  const Outcome all = etalon_command(
      {"run", file, "--input", "x=" + x, "--output-dir", out, "--format", "npy", "--all-values"});
  CHECK(all.code == 0);
  CHECK(fs::exists(out + "/value_1.npy"));
  CHECK(fs::exists(out + "/value_2.pb"));
}

}  // namespace
}  // namespace etalon::commands_test
