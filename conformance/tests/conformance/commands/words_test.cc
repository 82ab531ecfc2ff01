
#include <sstream>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/values/json.h"

namespace etalon::words_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::has;
using test::write_add_folder;
using test::write_text;

TEST_CASE("a wrong command or option or release or function or operator: what is near is named") {
  check_fails({"tets"}, exit_usage, "no command tets; did you mean test?");
  check_fails({"report", "mrege"}, exit_usage, "did you mean merge?");
  check_fails({"report"}, exit_usage, "the commands are page, merge, diff, filter");
  check_fails({"test", "--reprot", "x"}, exit_usage,
              "no option --reprot; did you mean --report? (see: etalon test --help)");
  check_fails({"corpus", "fetch", "--all"}, exit_usage, "no option --all");
  check_fails({"test", "--release", "1.220"}, exit_usage, "did you mean 1.2");
  check_fails({"test", "--as-of", "1.220"}, exit_usage, "did you mean 1.2");
  check_fails({"generate", "--operator", "Sofmax", "--out", "x"}, exit_usage,
              "did you mean Softmax");
}

TEST_CASE("an option without its value or the option that it needs is one sentence") {
  const auto fails = [](const std::vector<std::string>& words, const std::string& sentence) {
    const test::Outcome outcome = etalon_command(words);
    CHECK(outcome.code == exit_usage);
    CHECK(outcome.err == "etalon: " + sentence + "\n");
  };
  fails({"ops", "--include"}, "--include needs a pattern");
  fails({"ops", "--format"}, "--format needs one of text, json, md");
  fails({"ops", "--format", "jsn"},
        "--format: jsn is not one of text, json, md; did you mean json?");
  fails({"test", "--operator"}, "--operator needs an operator");
  fails({"test", "--jobs"}, "--jobs needs a number");
  fails({"test", "--jobs", "1", "--jobs", "2"}, "--jobs is given more than once");
  fails({"fuzz", "--cases"}, "--cases needs a number");
  fails({"test", "--operators"}, "--operators needs a file");
  fails({"help", "run", "x"}, "etalon run has no commands");
  fails({"test", "--jobs", "0"}, "--jobs: 0 is not a number from 1 to 1024");
  fails({"test", "--case-timeout"}, "--case-timeout needs a number of seconds");
  fails({"test", "--shard"}, "--shard needs I/N");
  fails({"test", "--balance", "a.json"}, "--balance needs --shard");
  fails({"test", "--cache", "c", "--fail-fast"}, "--cache cannot be used with --fail-fast");
  fails({"run", "m.onnx", "--input"}, "--input needs NAME=FILE");
  fails({"run", "m.onnx", "--full"}, "--full needs --all-values");
  fails({"test", "--backend", "python:m", "--unsupported-if", "x"},
        "--unsupported-if is an option of the adapters, and belongs into --backend: --backend "
        "'python:MODULE --unsupported-if …'");
  fails({"run", "a.onnx", "b.onnx"}, "etalon run does not take b.onnx (see: etalon run --help)");
  fails({"run"}, "etalon run needs MODEL");
  fails({"site"}, "etalon site needs --out FOLDER");
  fails({"fuzz", "--backend", "b", "--graphs", "--operator", "Abs"},
        "--operator cannot be used with --graphs");
  fails({"generate", "--operator", "Abs", "--covering", "--refusals", "--aim", "any"},
        "--aim cannot be used with --refusals");
}

TEST_CASE("help COMMAND prints what COMMAND --help does") {
  CHECK(etalon_command({"help"}).out == etalon_command({"--help"}).out);
  for (const std::string command : {"test", "man", "help"}) {
    const test::Outcome help = etalon_command({"help", command});
    CHECK(help.code == exit_ok);
    CHECK(help.out == etalon_command({command, "--help"}).out);
    CHECK(has(etalon_command({"--help"}).out, "\n  " + command + " "));
  }
  CHECK(etalon_command({"help", "corpus", "fetch"}).out ==
        etalon_command({"corpus", "fetch", "--help"}).out);
  check_fails({"help", "tets"}, exit_usage, "no command tets; did you mean test?");
  check_fails({"help", "corpus", "fetsh"}, exit_usage, "did you mean fetch?");
}

// Of each option: one line, or a line for each choice; and a verb first.
TEST_CASE("the help of every option is short and lists its choices once") {
  for (const std::string command : {"test", "run", "check", "bisect", "why", "equivalent",
                                    "generate", "fuzz", "explain", "ops", "open", "site"}) {
    std::istringstream help(etalon_command({command, "--help"}).out);
    for (std::string line; std::getline(help, line) && !line.starts_with("Exit codes");) {
      INFO(command << ": " << line);
      CHECK(line.size() <= 130);
      CHECK_FALSE(has(line, "TEXT"));
    }
  }
  const std::string help = etalon_command({"test", "--help"}).out;
  CHECK(has(help, "  --color auto|always|never"));
  CHECK(has(help, "official  ONNX's tolerance\n"));
}

TEST_CASE("an older spelling works with a warning of one line and is not shown") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "a", {11, 22});
  const std::string path = (folder.path() / "a").string();
  const test::Outcome old = etalon_command({"test", path, "--max-memory", "4GB"});
  CHECK(old.code == exit_ok);
  CHECK(old.err == "etalon: warning: --max-memory is now --backend-memory\n");
  CHECK(etalon_command({"test", path, "--backend-memory", "4GB"}).err.empty());
  const test::Outcome wrong = etalon_command({"test", path, "--max-memory", "4XB"});
  CHECK(wrong.code == exit_usage);
  CHECK(has(wrong.err, "\netalon: --backend-memory: 4XB is not a number of bytes"));
  CHECK_FALSE(has(etalon_command({"test", "--help"}).out, "--max-memory"));
  check_fails({"test", "--max-memry", "1"}, exit_usage, "no option --max-memry (see:");
  const std::string model = path + "/model.onnx";
  const std::string set = path + "/test_data_set_0";
  const std::vector<std::string> same = {"equivalent", model, model, "--inputs", set};
  const auto with = [&](std::vector<std::string> words, const std::string& option) {
    words.insert(words.end(), {option, "0"});
    return etalon_command(words);
  };
  CHECK(with(same, "--cases").out == with(same, "--count").out);
  CHECK(with(same, "--cases").err == "etalon: warning: --cases is now --count\n");
}

TEST_CASE("test takes a case by its name; what is near an unknown one is named") {
  const test::Outcome one = etalon_command({"test", "ai.onnx/Softmax: 13 gives nothing to -∞"});
  CHECK(one.code == exit_ok);
  CHECK(has(one.out, ": 1 case in"));
  check_fails({"test", "ai.onnx/Softmax: 13 gifes nothing to -∞"}, exit_invalid,
              "did you mean Softmax: 13 gives nothing to -∞?");
  check_fails({"test", "--allow", "unsuported"}, exit_usage,
              "--allow unsuported: no such status; did you mean unsupported?");
}

TEST_CASE("a version that an operator does not have is refused") {
  const std::string sentence = "Softmax-99: Softmax has no version 99; there are 1, 11, 13";
  check_fails({"test", "--release", "own", "--operator", "Softmax-99"}, exit_usage, sentence);
  check_fails({"explain", "Softmax-99"}, exit_usage, sentence);
  check_fails({"test", "--release", "own", "--operator", "Softmax-0"}, exit_usage, "no version 0");
  CHECK(etalon_command({"test", "--release", "own", "--operator", "Softmax-14"}).code == exit_ok);
}

TEST_CASE("help names examples and exit codes and no number of 300 digits") {
  for (const std::string command :
       {"test", "run", "check", "bisect", "generate", "explain", "ops"}) {
    const std::string help = etalon_command({command, "--help"}).out;
    INFO(help);
    CHECK(has(help, "Exit codes: 0"));
    CHECK(has(help, "  etalon " + command));
    CHECK_FALSE(has(help, "00000000000"));
  }
}

TEST_CASE("test --report takes a list and leaves paths alone") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "cases/node/test_a", {11, 22});
  write_text(folder.path() / "Add.json", test::add_cases({{"b", {11, 22}}}));
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const std::vector<std::string> words = {
      "test",           "--report",   file("a.json"), file("b.html"), file("codequality.json"),
      file("Add.json"), file("cases")};
  for (int i = 0; i < 2; ++i) CHECK(has(etalon_command(words).out, ": 2 cases in"));
  write_text(folder.path() / "list.json", "[1, 2]");
  etalon_command({"test", "--report", file("a.json"), file("list.json"), file("cases")});
  CHECK(file_text(folder.path() / "list.json") == "[1, 2]");
  CHECK(fs::exists(file("a.json")));
  CHECK(fs::exists(file("b.html")));
  CHECK(json::parse(file_text(file("Add.json"))).contains("operator"));
}

TEST_CASE("report merge --report does not replace the reports that it reads") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "node/a", {11, 22});
  write_add_folder(folder.path() / "simple/b", {11, 22});
  const auto file = [&](const std::string& name) { return (folder.path() / name).string(); };
  etalon_command({"test", file("node"), "--report", file("1.json")});
  etalon_command({"test", file("simple"), "--report", file("2.json")});
  const std::string before = file_text(file("1.json"));
  CHECK(has(etalon_command({"report", "merge", "--report", file("all.json"), file("all.md"),
                            file("1.json"), file("2.json")})
                .out,
            ": 2 cases in"));
  CHECK(file_text(file("1.json")) == before);
  CHECK(fs::exists(file("all.md")));
  CHECK(
      etalon_command({"report", "filter", "--report", file("part.json"), file("all.json")}).code ==
      exit_ok);
  check_fails({"report", "merge", "--report", file("x.json")}, exit_usage, "needs JSON reports");
}

TEST_CASE("test --report: a path that cannot be written is refused before the run") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "a", {11, 22});
  const std::string path = (folder.path() / "a").string();
  check_fails({"test", path, "--report", path + "/missing/r.json"}, exit_usage,
              "its folder does not exist");
  fs::create_directory(folder.path() / "r.json");
  check_fails({"test", path, "--report", (folder.path() / "r.json").string()}, exit_usage,
              "this is a folder");
  check_fails({"test", path, "--report", path}, exit_usage, "a report's name ends in");
}

TEST_CASE("test: a list without commas is explained") {
  check_fails({"test", "--suite", "node", "simple"}, exit_invalid, "--suite node,simple");
}

TEST_CASE("test: folders without a model and empty files are named") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "node/test_a", {11, 22});
  fs::remove(folder.path() / "node/test_a/model.onnx");
  const std::string path = folder.path().string();
  const test::Outcome outcome = etalon_command({"test", path});
  CHECK(outcome.code == exit_invalid);
  CHECK(has(outcome.out, "test_a has test_data_set_0, but no model.onnx"));
  write_text(folder.path() / "node/test_a/model.onnx", "");
  CHECK(has(etalon_command({"test", path}).out, "model.onnx' is an empty file"));
  check_fails({"run", path + "/node/test_a/model.onnx"}, exit_invalid, "is an empty file");
  write_text(folder.path() / "Add.json", "\n");
  check_fails({"test", path + "/Add.json"}, exit_invalid, "is an empty file");
}

TEST_CASE("unknown keys in JSON cases are errors") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "Abs.json").string();
  const auto run = [&](const std::string& head, const std::string& more) {
    write_text(file, R"({"domain": "ai.onnx", "operator": "Abs", )" + head +
                         R"("cases": [{"name": "a", )" + more +
                         R"("inputs": [{"type": "float", "data": [1]}],
                             "outputs": [{"type": "float", "data": [1]}]}]})");
    return etalon_command({"test", file});
  };
  CHECK(run("", "").code == exit_ok);
  CHECK(has(run("", R"("opsett": 13, )").out, "unknown key 'opsett'; did you mean opset?"));
  CHECK(has(run(R"("opset": 13, )", "").err, "Abs.json: the file has an unknown key 'opset'"));
  write_text(file, R"({"domain": "ai.onnx", "operator": "Abs", "cases": [{"name": "a",
      "inputs": [{"type": "float", "shpae": [1], "data": [1]}], "outputs": []}]})");
  CHECK(has(etalon_command({"test", file}).out, "did you mean shape?"));
}

TEST_CASE("generate --node takes JSON itself; unknown keys are errors") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "case").string();
  const std::string call = R"({"operator": "Abs", "inputs": [{"type": "float", "data": [-1]}]})";
  CHECK(etalon_command({"generate", "--node", call, "--out", out}).code == exit_ok);
  CHECK(fs::exists(out + "/model.onnx"));
  CHECK(etalon_command({"test", out}).code == exit_ok);
  check_fails({"generate", "--node", R"({"op_type": "Abs"})", "--out", out + "2"}, exit_invalid,
              "--node: the call has an unknown key 'op_type'");
  check_fails({"generate", "--node", R"({"operator": )", "--out", out + "2"}, exit_usage,
              "--node: not JSON");
}

TEST_CASE("test --color: coloured on demand not in a pipe not with NO_COLOR") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "a", {11, 23});
  const std::string path = folder.path().string();
  CHECK_FALSE(has(etalon_command({"test", path}).out, "\x1b"));
  CHECK(has(etalon_command({"test", path, "--color", "always"}).out, "\x1b[31mfail (values)"));
  check_fails({"test", path, "--color", "red"}, exit_usage, "--color");
}

TEST_CASE("test --case-timeout bounds a backend's description") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "a", {11, 22});
  check_fails({"test", folder.path().string(), "--backend", "sleep 30", "--case-timeout", "0.3"},
              exit_invalid, "the backend does not start: no reply after 0.3 s");
}

}  // namespace
}  // namespace etalon::words_test
