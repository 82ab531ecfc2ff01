
#include "conformance/commands/commands.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/conformance/wrong_backend.h"
#include "conformance/tests/text.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"

namespace etalon::why_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::floats;
using test::has;
using test::Outcome;
using test::wrong_backend;

// A folder with node/test_chain: y = |sinh(x)|, with the right outputs.
class Chain {
 public:
  Chain() {
    const Tensor x = floats({0.5, -1, 2});
    test::SmallModel small(13);
    small.input("x", x).node("Sinh", {"x"}, {"s"}).node("Abs", {"s"}, {"y"}).output("y");
    test::write_text(place() / "model.onnx", small.bytes());
    write_value(input(), x, "x");
    // sinh(0.5), sinh(1), sinh(2).
    write_value(place() / "test_data_set_0/output_0.pb", floats({0.5210953, 1.1752012, 3.6268604}),
                "y");
  }
  fs::path place() const { return folder_.path() / "node" / "test_chain"; }
  fs::path input() const {
    fs::create_directories(place() / "test_data_set_0");
    return place() / "test_data_set_0" / "input_0.pb";
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("why lists what the specification leaves open about the operator at fault") {
  const Chain chain;
  const Outcome found =
      etalon_command({"why", chain.place().string(), "--backend", wrong_backend("--swap Abs=Neg")});
  CHECK(has(found.out, "left open for Abs-13, and what Etalon does (etalon open Abs)\n"));
  CHECK(has(found.out, "  int_min     wraps: the least integer itself\n"));
  CHECK_FALSE(has(found.out, "left open for Sinh"));
}

TEST_CASE("why goes down to the first wrong node and says how to do it again") {
  const Chain chain;
  const Outcome found =
      etalon_command({"why", chain.place().string(), "--backend", wrong_backend("--swap Sinh=Cosh"),
                      "--output-dir", chain.path("node_case")});
  CHECK(found.code == exit_mismatch);
  CHECK(found.err.empty());
  CHECK(has(found.out, "node/test_chain: fail (values) by "));
  CHECK(has(found.out, "\n  verdict     wrong: "));
  CHECK(
      has(found.out, "Sinh-9 (output 's'), node 1 of 2, is wrong in the model and when run alone"));
  CHECK(has(found.out, "x: tensor(float) [3]\n      0.5, -1, 2\n"));
  CHECK(has(found.out, "      [2]: got 3.7621956, expected 3.6268604\n"));  // cosh(2), sinh(2)
  CHECK(has(found.out, "again:         etalon why " + chain.place().string() + " --backend "));
  CHECK(fs::exists(chain.path("node_case/model.onnx")));
  // The cosine of 0 is not its sine: the simplest case.
  CHECK(has(found.out, ": 1 of 3 elements; repro.py shows it without Etalon\n"));
  const json shown = read_json(chain.path("node_case/repro.json"));
  CHECK(shown.at("title") == "Sinh-9 of wrong 1.0: output 's': got 1, expected 0");
  const json& remarks = shown.at("remarks");
  REQUIRE(remarks.size() == 3);
  CHECK(remarks.at(0) == "The model is Sinh-9.");
  CHECK(remarks.at(1) ==
        "The text of Sinh-9, https://onnx.ai/onnx/operators/onnx__Sinh.html, says:");
  CHECK(has(remarks.at(2), "(summary)"));
  CHECK(has(shown.at("command"), "wrong_backend.py"));  // which has no lines of Python
  CHECK_FALSE(has(shown.at("command"), " /"));
  CHECK_FALSE(fs::exists(chain.path("node_case/runtime.py")));
  CHECK(etalon_command({"test", chain.path("node_case")}).code == exit_ok);
}

TEST_CASE("why leaves the node's case as it is where it may not shrink") {
  const Chain chain;
  const Outcome found = etalon_command({"why", chain.place().string(), "--backend",
                                        wrong_backend("--swap Sinh=Cosh --repro 'import mine'"),
                                        "--output-dir", chain.path("node_case"), "--shrink", "0"});
  CHECK(has(found.out, "/node_case: 3 elements; repro.py"));
  const json shown = read_json(chain.path("node_case/repro.json"));
  CHECK(shown.at("inputs").at(0) ==
        json({{"name", "x"}, {"type", "float"}, {"shape", {3}}, {"data", {0.5, -1, 2}}}));
  CHECK(shown.at("outputs").at(0).at("name") == "s");
  CHECK(file_text(chain.path("node_case/runtime.py")) == "import mine");
  CHECK(shown.at("command").is_null());
}

TEST_CASE("why and bisect tell what other runtimes give; by their reports") {
  const Chain chain;
  const auto report_of = [&](const std::string& name, const std::string& wishes) {
    const std::string file = chain.path(name + ".json");
    etalon_command(
        {"test", chain.path("node"), "--backend", wrong_backend(wishes), "--report", file});
    json document = json::parse(file_text(file));
    document["backend"] = name;
    test::write_text(file, document.dump());
    return file;
  };
  const std::vector<std::string> reports = {
      report_of("a 1", ""), report_of("b 2", ""), report_of("c 3", "--swap Abs=Neg"),
      report_of("d 4", "--unsupported Sinh"), report_of("wrong 0.9", "")};  // itself
  const std::string sentence =
      "2 of 4 other runtimes give the expected digits: a 1, b 2; 1 does not: c 3 (fail); 1 does "
      "not support it: d 4";
  for (const std::string& model :
       {chain.place().string(), chain.place().string() + "/model.onnx"}) {
    std::vector<std::string> words = {"bisect",    model,
                                      "--backend", wrong_backend("--swap Sinh=Cosh"),
                                      "--inputs",  (chain.place() / "test_data_set_0").string(),
                                      "--reports"};
    words.insert(words.end(), reports.begin(), reports.end());
    CHECK(has(etalon_command(words).out, sentence));
  }
  const std::string merged = chain.path("merged.json");
  std::vector<std::string> words = {"report", "merge", "--report", merged};
  words.insert(words.end(), reports.begin(), reports.end());
  etalon_command(words);
  const Outcome found =
      etalon_command({"why", chain.place().string(), "--backend", wrong_backend("--swap Sinh=Cosh"),
                      "--output-dir", chain.path("node_case"), "--reports", merged});
  CHECK(has(found.out, sentence + "\n"));
  CHECK(has(read_json(chain.path("node_case/repro.json")).at("remarks").dump(), sentence + "."));
}

TEST_CASE("why of a case that passes says so") {
  const Chain chain;
  const Outcome found =
      etalon_command({"why", chain.place().string(), "--backend", wrong_backend("")});
  CHECK(found.code == exit_ok);
  CHECK(has(found.out, "node/test_chain: pass by "));
  CHECK(etalon_command({"why", chain.place().string()}).code == exit_ok);  // Etalon itself
}

TEST_CASE("why takes a case of a report; with the options of its run") {
  const Chain chain;
  const std::string report = chain.path("report.json");
  const std::string backend = wrong_backend("--swap Sinh=Cosh");
  etalon_command({"test", chain.path("node"), "--backend", backend, "--report", report, "--rtol",
                  "0.125", "--keep-outputs", chain.path("kept")});
  const json document = json::parse(file_text(report));
  const json& entry = document.at("cases").at(0);
  CHECK(entry.at("path") == fs::canonical(chain.place()).string());
  CHECK(has(entry.at("command"), "etalon why " + fs::canonical(chain.place()).string()));
  CHECK(has(entry.at("command"), "--rtol 0.125"));
  CHECK(document.at("run").at("date").get<std::string>().size() == 20);
  CHECK(has(document.at("run").at("command"), "etalon test "));
  // The report's command is shown, and runs only where the user says so.
  test::check_fails({"why", report + "#test_chain"}, exit_usage, "--trust-report");
  test::check_fails({"why", report + "#test_chain"}, exit_usage, "--swap Sinh=Cosh");
  const Outcome own = etalon_command({"why", report + "#test_chain", "--backend", backend});
  CHECK(own.code == exit_mismatch);
  const Outcome found = etalon_command({"why", report + "#test_chain", "--trust-report"});
  CHECK(found.code == exit_mismatch);
  CHECK(has(found.out, "allowed     rtol 0.125, atol 1e-07"));
  CHECK(has(found.out, "Sinh-9"));
  test::check_fails({"why", report + "#nothing", "--trust-report"}, exit_invalid,
                    "has no case 'nothing'");
  // What the run kept: |cosh(0.5)|, …
  const Value kept =
      read_value(chain.path("kept/local/node/test_chain/test_data_set_0/output_0.pb"),
                 Type::tensor(DType::float32));
  CHECK(kept.tensor().as<double>().data()[0] == Approx(1.1276259652));
}

TEST_CASE("why takes no path out of a report but an absolute one") {
  const Chain chain;
  const std::string report = chain.path("report.json");
  etalon_command({"test", chain.path("node"), "--report", report});
  json document = json::parse(file_text(report));
  for (const char* path : {"../../payload", "node/test_chain", "/etc/../home", "/a\\b"}) {
    document.at("cases").at(0).at("path") = path;
    test::write_text(report, document.dump());
    test::check_fails({"why", report + "#test_chain"}, exit_invalid,
                      "the report's path of 'test_chain' is '" + std::string(path));
  }
}

TEST_CASE("commands that take a model take a case") {
  const Chain chain;
  const Outcome shown = etalon_command({"run", chain.place().string()});
  CHECK(shown.code == exit_ok);
  CHECK(has(shown.out, "y: tensor(float) [3]"));
  CHECK(etalon_command({"check", chain.place().string(), "--outputs",
                        (chain.place() / "test_data_set_0").string()})
            .code == exit_ok);
  CHECK(has(etalon_command(
                {"bisect", chain.place().string(), "--backend", wrong_backend("--swap Sinh=Cosh")})
                .out,
            "Sinh-9"));
  CHECK(etalon_command({"run", "ai.onnx/Softmax: 13 gives nothing to -∞"}).code == exit_ok);
  test::check_fails({"run", "no_such_case_anywhere"}, exit_invalid, "no_such_case_anywhere");
  test::check_fails({"run", "missing.onnx"}, exit_invalid, "cannot read 'missing.onnx'");
}

TEST_CASE("a backend that dies is shown as such") {
  const Chain chain;
  const Outcome found =
      etalon_command({"why", chain.place().string(), "--backend", wrong_backend("--crash Sinh")});
  CHECK(found.code == exit_mismatch);
  CHECK(has(found.out, "node/test_chain: crash by "));
  CHECK(has(found.out, "Sinh-9"));
  test::check_fails({"why", chain.place().string(), "--backend", "/no/such/program"}, exit_invalid);
}

TEST_CASE("a folder for outputs that cannot be made is refused before the run") {
  const Chain chain;
  test::write_text(chain.path("file"), "");
  test::check_fails({"test", chain.path("node"), "--keep-outputs", chain.path("file/below")},
                    exit_usage, "--keep-outputs");
}

}  // namespace
}  // namespace etalon::why_test
