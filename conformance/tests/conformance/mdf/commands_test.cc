#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "conformance/cases/cases.h"
#include "conformance/cases/mdf_cases.h"
#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/judge/judge.h"
#include "conformance/mdf/case.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/mdf/mdf_command.h"
#include "conformance/tests/text.h"
#include "engine/values/json.h"

namespace etalon::mdf_commands_test {
namespace {

using nlohmann::ordered_json;
using test::etalon_command;
using test::has;
using test::mdf_command;
using test::Outcome;
using test::write_text;

// `etalon` with these words in a process of its own, with the input `given`.
Outcome etalon_process(const std::vector<std::string>& words, const std::string& given = "") {
  const TemporaryFolder folder;
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  write_text(file("in"), given);
  std::cout.flush();
  const pid_t pid = ::fork();
  if (pid == 0) {
    const bool open = std::freopen(file("in").c_str(), "r", stdin) != nullptr &&
                      std::freopen(file("out").c_str(), "w", stdout) != nullptr &&
                      std::freopen(file("err").c_str(), "w", stderr) != nullptr;
    ::_exit(open ? run_command_line(words, std::cout, std::cerr) : 99);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return {WEXITSTATUS(status), file_text(file("out")), file_text(file("err"))};
}

// ---------------------------------------------------------------------------------- call ---

TEST_CASE("mdf call prints the value") {
  CHECK(mdf_command({"call", "linear", "variable0=1", "slope=2", "intercept=3"}).out == "5.0\n");
  CHECK(mdf_command({"call", "onnx::Abs", "-1.5"}).out == "[1.5]\n");
  CHECK(mdf_command({"call", "Relu", "[[-1, 2]]"}).out == "[[0.0,2.0]]\n");
  CHECK(mdf_command({"call", "Relu", "A=-inf"}).out == "0.0\n");
  CHECK(mdf_command({"call", "check_termination", "{}"}).out == "true\n");
  CHECK(
      mdf_command({"call", "onnx::StringNormalizer", R"(["a"])", "case_change_action=UPPER"}).out ==
      "[\"A\"]\n");
  CHECK(mdf_command({"call", "onnx::Trilu", "[[1.0,2.0],[3.0,4.0]]", "--opset", "14"}).out ==
        "[[1.0,2.0],[0.0,4.0]]\n");
}

TEST_CASE("mdf call prints types as JSON") {
  const Outcome outcome = mdf_command({"call", "--format", "json", "Relu", "2"});
  const ordered_json value = ordered_json::parse(outcome.out).at("value");
  CHECK(value.dump() == R"({"type":"double","shape":[],"data":[2.0]})");
}

TEST_CASE("mdf call reports errors with the exit code") {
  const auto fails = [](const std::vector<std::string>& words, int code, const std::string& says) {
    const Outcome outcome = mdf_command(words);
    CHECK(outcome.code == code);
    CHECK(outcome.err == "etalon: " + says + "\n");
  };
  fails({"call"}, 2, "mdf call needs a function, such as linear");
  fails({"call", "lineal"}, 2,
        "there is no MDF function lineal; did you mean linear? (see: etalon ops)");
  fails({"run", "m.json", "--max-memory", "1XB"}, 2,
        "--max-memory: 1XB is not a number of bytes from 1 to 4611686018427387904, or with a unit "
        "such as GB (10^9) or GiB (2^30), up to TB and TiB");
  fails({"call", "Relu", "A=1", "A=2"}, 2, "argument 'A' is given twice");
  fails({"call", "Relu", "A=[1,"}, 2, "argument 'A': line 1, column 3: this is not JSON");
  fails({"call", "Relu", "9223372036854775808"}, 3,
        "argument 1: the integer 9223372036854775808 does not fit into 64 bits");
  fails({"call", "Relu"}, 3, "Relu: argument 'A' is missing");
  fails({"call", "onnx::If", "true"}, 4,
        "onnx::If: an MDF file cannot carry the bodies that it runs");
}

// ----------------------------------------------------------------- as a program of its own ---

TEST_CASE("etalon mdf becomes etalon-mdf: words and streams and exit codes are that program's") {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"call", "linear", "variable0=-1", "slope=2", "intercept=3"},
           {"call", "--format", "json", "Relu", "2"},
           {"call", "lineal"},
           {"call", "Relu"},
           {"call", "onnx::If", "true"},
           {"run", ETALON_SOURCE_DIR "/data/mdf/cooling.yaml", "--steps", "2"},
           {"run", "--help"},
           {"--help"},
           {"--version"},
           {"--timeout", "3", "call"},
           {}}) {
    INFO(fmt::format("{}", fmt::join(words, " ")));
    const Outcome wanted = mdf_command(words);
    std::vector<std::string> through = words;
    through.insert(through.begin(), "mdf");
    const Outcome outcome = etalon_process(through);
    CHECK(outcome.code == wanted.code);
    CHECK(outcome.out == wanted.out);
    CHECK(outcome.err == wanted.err);
  }
  CHECK(etalon_process({"mdf", "call", "linear", "variable0=1", "slope=2", "intercept=3"}).out ==
        "5.0\n");
  const std::string help = etalon_process({"mdf", "--help"}).out;
  CHECK(has(help, "call"));
  CHECK(has(help, "Run an MDF model step by step"));
}

TEST_CASE("the completion of etalon mdf is that of etalon-mdf") {
  const std::string offers = etalon_process({"completion", "bash", "--", "mdf", ""}).out;
  CHECK(offers.starts_with("words\n"));
  CHECK(has(offers, "\ncall\t"));
  CHECK(has(offers, "\nrun\t"));
  CHECK(!has(offers, "\ncase\t"));
  CHECK(etalon_process({"completion", "bash", "--", "mdf", "run", "--format", ""}).out ==
        "words\ntext\njson\n");
}

TEST_CASE("etalon mdf does not take the place of a process whose output is not its own") {
  const Outcome outcome = etalon_command({"mdf", "call", "Relu", "1"});
  CHECK(outcome.code == exit_unsupported);
  CHECK(has(outcome.err, "etalon mdf is a program of its own"));
}

// ------------------------------------------------------------------------- cases of models ---

TEST_CASE("a case of a model passes or fails or is refused as etalon-mdf answers") {
  const std::string one =
      R"("model": {"m": {"format": "ModECI MDF v0.4", "graphs": {"g": {"nodes": {"A": {"parameters": {"x": {"value": VALUE}},
         "output_ports": {"y": {"value": "x"}}}}}}}}, "derivation": "x is VALUE")";
  const auto entry = [&](const std::string& name, std::string rest, const std::string& value) {
    rest = "{\"name\": \"" + name + "\", " + rest + ", " + one + "}";
    for (size_t at; (at = rest.find("VALUE")) != std::string::npos;) rest.replace(at, 5, value);
    return rest;
  };
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "model.json").string();
  write_text(file, R"({"domain": "mdf", "function": "model", "cases": [)" +
                       entry("a passes", R"("executed": [["A"]], "output": {"A.y": 2})", "2") +
                       "," + entry("b fails", R"("output": {"A.y": 3})", "2") + "," +
                       entry("c type", R"("output": {"A.y": 2.0})", "2") + "," +
                       entry("d refused", R"("error": "InvalidInput")", "1") + "," +
                       entry("e name", R"("output": {"B.y": 2})", "2") + "]}");
  const std::vector<Case> cases = discover(file);
  REQUIRE(cases.size() == 5);
  const auto result = [&](size_t i) { return judge(cases[i]); };
  CHECK(result(0).status == Status::pass);
  CHECK(result(1).status == Status::fail);
  CHECK(result(2).status == Status::fail);
  CHECK(result(3).status == Status::fail);
  CHECK(result(4).status == Status::invalid);
  CHECK(has(result(4).message, "case own/mdf/"));
  CHECK(has(result(4).message, "B"));
}

TEST_CASE("etalon-mdf answers a case with the value or the error's kind and sentence") {
  const std::string file = ETALON_SOURCE_DIR "/data/cases/mdf/model/expressions.json";
  const TemporaryFolder folder;
  const std::filesystem::path answer = folder.path() / "answer";
  answer_mdf_case(file, 0, answer);
  CHECK(ordered_json::parse(file_text(answer)).dump() ==
        R"({"value":{"A.modulo":{"type":"int64","shape":[4],"data":[2,2,0,1]}}})");
  answer_mdf_case(file, 9, answer);
  CHECK(ordered_json::parse(file_text(answer)).at("error") == "InvalidInput");
  answer_mdf_case(file, 10, answer);
  CHECK(!ordered_json::parse(file_text(answer)).contains("error"));
}

}  // namespace
}  // namespace etalon::mdf_commands_test
