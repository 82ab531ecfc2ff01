// etalon corpus make, verify and diff.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "conformance/cases/checksum.h"
#include "conformance/commands/commands.h"
#include "conformance/common/json.h"
#include "conformance/corpus/forked.h"
#include "conformance/corpus/selection.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/file.h"

namespace etalon::corpus_test {
namespace {

namespace fs = std::filesystem;
using test::check_fails;
using test::etalon_command;
using test::files_in;
using test::Outcome;
using test::Workshop;

// A corpus of Abs and MaxPool-12, which has open points.
Outcome made(const Workshop& here, const std::string& name, const std::string& jobs = "1") {
  const Outcome outcome =
      etalon_command({"corpus", "make", "--opset", "13", "--operator", "Abs", "--operator",
                      "MaxPool-12", "--count", "6", "--jobs", jobs, "--out", here.at(name)});
  INFO(outcome.err);
  CHECK(outcome.code == exit_ok);
  return outcome;
}

// The first case that expects outputs, the first of which has elements, or a refusal.
std::string first_case(const std::string& corpus, const std::string& expects) {
  constexpr size_t some_elements = 60;  // bytes of a file with a name and elements
  const nlohmann::json index = read_json(fs::path(corpus) / "index.json");
  for (const auto& entry : index.at("cases")) {
    const fs::path path = entry.at("path").get<std::string>();
    const fs::path output = corpus / path / "test_data_set_0/output_0.pb";
    if (entry.at("expects") != expects) continue;
    if (expects == "refusal" || fs::file_size(output) > some_elements) return path.string();
  }
  FAIL("no case expects " << expects);
  return "";
}

void sign(const std::string& corpus) {
  std::string sums;
  for (const auto& [path, bytes] : files_in(corpus)) {
    if (path == "SHA256SUMS") continue;
    Checksum sum;
    sum.add(bytes);
    sums += sum.text() + "  " + path + "\n";
  }
  write_file(fs::path(corpus) / "SHA256SUMS", sums);
}

TEST_CASE("a corpus has the same bytes for any number of jobs and Etalon passes it") {
  const Workshop here;
  const Outcome outcome = made(here, "a");
  CHECK(outcome.out.find("of 4 operator versions in") != std::string::npos);
  made(here, "b", "3");
  const auto files = files_in(here.at("a"));
  CHECK(files == files_in(here.at("b")));
  const Outcome diff = etalon_command({"corpus", "diff", here.at("a"), here.at("b")});
  CHECK(diff.code == exit_ok);
  CHECK(diff.out.find("0 are new, 0 gone, 0 changed by meaning, 0 by digits, 0 in their") !=
        std::string::npos);
  CHECK(etalon_command({"test", here.at("a")}).code == exit_ok);
  const Outcome verified = etalon_command({"corpus", "verify", here.at("a"), "--jobs", "2"});
  INFO(verified.out);
  CHECK(verified.code == exit_ok);
  CHECK(verified.out.find("every expectation holds") != std::string::npos);
}

TEST_CASE("every version up to the opset is in a corpus and each case says what it is") {
  const Workshop here;
  made(here, "a");
  const nlohmann::json index = read_json(here.at("a") + "/index.json");
  std::set<std::string> operators;
  for (const auto& entry : index.at("operators")) operators.insert(entry.at("folder"));
  CHECK(operators == std::set<std::string>{"ai.onnx/Abs-1", "ai.onnx/Abs-6", "ai.onnx/Abs-13",
                                           "ai.onnx/MaxPool-12"});
  std::set<std::string> open;
  bool refusal = false;
  for (const auto& entry : index.at("cases")) {
    const fs::path folder = here.at("a") + "/" + entry.at("path").get<std::string>();
    CHECK(fs::exists(folder / "model.onnx"));
    const nlohmann::json about = read_json(folder / "case.json");
    CHECK(about.at("expects") == entry.at("expects"));
    CHECK(about.at("types") == entry.at("types"));
    for (const auto& id : entry.at("open")) open.insert(id);
    if (entry.at("expects") == "refusal") {
      refusal = true;
      CHECK_FALSE(about.at("error").get<std::string>().empty());
    } else {
      CHECK(about.at("proved") == true);
      const nlohmann::json says = read_json(folder / "data.json");
      CHECK(about.at("tolerance").at("rtol") == says.at("rtol"));
      CHECK(about.at("tolerance").at("reason") == says.at("tolerance_reason"));
      if (entry.at("open").empty()) CHECK(says.at("tolerance_reason") == "nothing is rounded");
      CHECK(fs::exists(folder / "test_data_set_0/input_0.pb"));
      CHECK(fs::exists(folder / "test_data_set_0/output_0.pb"));
    }
  }
  CHECK(refusal);
  CHECK(open.contains("MaxPool.nan"));
}

TEST_CASE("refusals are a set of their own and a corpus says what it is") {
  const Workshop here;
  made(here, "a");
  const nlohmann::json index = read_json(here.at("a") + "/index.json");
  for (const auto& entry : index.at("cases")) {
    const bool apart = entry.at("path").get<std::string>().starts_with("refusals/ai.onnx/");
    CHECK(apart == (entry.at("expects") == "refusal"));
  }
  for (const char* file : {"README.md", "index.schema.json", "LICENSE", "NOTICE"}) {
    CHECK(fs::file_size(fs::path(here.at("a")) / file) > 0);
  }
}

TEST_CASE("a corpus to drop in has the layout of ONNX's node tests") {
  const Workshop here;
  const Outcome outcome = etalon_command(
      {"corpus", "make", "--opset", "13", "--operator", "Abs", "--operator", "MaxPool-12",
       "--operator", "ai.onnx.ml.Scaler", "--count", "6", "--drop-in", "--out", here.at("a")});
  INFO(outcome.err);
  REQUIRE(outcome.code == exit_ok);
  const nlohmann::json index = read_json(here.at("a") + "/index.json");
  CHECK(index.at("cases").size() > 6);
  for (const auto& entry : index.at("cases")) {
    CHECK(entry.at("path").get<std::string>().starts_with("node/test_"));
    CHECK(entry.at("open").empty());
    CHECK(entry.at("expects") == "outputs");
  }
  CHECK(etalon_command({"corpus", "verify", here.at("a"), "--jobs", "2"}).code == exit_ok);
}

TEST_CASE("a case at an open point says which elements are open and what is permitted") {
  const Workshop here;
  made(here, "a");
  size_t seen = 0;
  const nlohmann::json index = read_json(here.at("a") + "/index.json");
  for (const auto& entry : index.at("cases")) {
    const auto open = entry.at("open").get<std::set<std::string>>();
    if (!open.contains("MaxPool.nan")) continue;
    ++seen;
    const nlohmann::json about =
        read_json(here.at("a") + "/" + entry.at("path").get<std::string>() + "/case.json");
    bool found = false;
    for (const auto& permitted : about.at("permitted")) {
      if (permitted.at("point") != "MaxPool.nan") continue;
      found = true;
      CHECK_FALSE(permitted.at("elements").empty());
      CHECK(permitted.contains("permits"));
    }
    CHECK(found);
  }
  CHECK(seen > 0);
}

TEST_CASE("each case of a selection adds a pair of points") {
  const std::vector<Unit> units = units_of(13, {"Softmax-13"});
  REQUIRE(units.size() == 1);
  CHECK(units[0].folder() == "ai.onnx/Softmax-13");
  SelectionLimits few;
  few.most_cases = 5;
  SelectionLimits many;
  many.most_cases = 15;
  const SelectedCases small = selected(units[0], few);
  const SelectedCases large = selected(units[0], many);
  CHECK(small.pairs < large.pairs);
  CHECK(small.points <= large.points);
  CHECK(large.draws >= 15);
}

TEST_CASE("corpus verify names a case that does not hold") {
  const Workshop here;
  made(here, "a");
  const std::string corpus = here.at("a");
  const std::string path = first_case(corpus, "outputs");
  const fs::path output = fs::path(corpus) / path / "test_data_set_0/output_0.pb";
  const auto says = [&](const std::string& sentence) {
    const Outcome outcome = etalon_command({"corpus", "verify", corpus});
    INFO(outcome.out);
    CHECK(outcome.code == exit_mismatch);
    CHECK(outcome.out.find(path + sentence) != std::string::npos);
  };
  std::string bytes = file_text(output);
  bytes.back() ^= 1;
  write_file(output, bytes);
  says("/test_data_set_0/output_0.pb: its SHA-256 is another");
  sign(corpus);
  says(": output");
  fs::remove(output);
  says(": output_0.pb is missing");
}

TEST_CASE("corpus verify names files that are missing or that nobody lists") {
  const Workshop here;
  made(here, "a");
  const std::string corpus = here.at("a");
  write_file(fs::path(corpus) / "notes.txt", "mine");
  fs::remove_all(fs::path(corpus) / first_case(corpus, "refusal"));
  const Outcome outcome = etalon_command({"corpus", "verify", corpus});
  CHECK(outcome.code == exit_mismatch);
  CHECK(outcome.out.find("notes.txt: it is not in SHA256SUMS") != std::string::npos);
  CHECK(outcome.out.find(": it is missing") != std::string::npos);
  check_fails({"corpus", "verify", here.at("nothing")}, exit_invalid);
}

TEST_CASE("a corpus names only files of its own and has no symbolic link") {
  const Workshop here;
  made(here, "a");
  made(here, "b");
  const fs::path corpus = here.at("a");
  const auto refused = [&](const std::string& sentence) {
    check_fails({"corpus", "verify", here.at("a")}, exit_invalid, sentence);
    check_fails({"corpus", "diff", here.at("b"), here.at("a")}, exit_invalid, sentence);
  };
  const std::string sums = file_text(corpus / "SHA256SUMS");
  const std::string digest(64, '0');
  write_file(corpus / "SHA256SUMS", sums + digest + "  ../secret\n");
  refused("SHA256SUMS: the path '../secret' contains '..'");
  write_file(corpus / "SHA256SUMS", sums + digest + "  /etc/passwd\n");
  refused("SHA256SUMS: the path '/etc/passwd' is absolute");
  write_file(corpus / "SHA256SUMS", sums);
  const std::string text = file_text(corpus / "index.json");
  nlohmann::json index = nlohmann::json::parse(text);
  index.at("cases").at(0).at("path") = "../../payload";
  write_file(corpus / "index.json", index.dump());
  refused("index.json: 'cases', entry 1: the path of a case '../../payload' contains '..'");
  write_file(corpus / "index.json", text);
  fs::create_directory_symlink(here.at("b"), corpus / "link");
  refused("link' is a symbolic link");
}

TEST_CASE("corpus diff tells digits from meaning") {
  const Workshop here;
  made(here, "a");
  fs::copy(here.at("a"), here.at("b"), fs::copy_options::recursive);
  const std::string b = here.at("b");
  const std::string digits = first_case(b, "outputs");
  const fs::path output = fs::path(b) / digits / "test_data_set_0/output_0.pb";
  std::string bytes = file_text(output);
  bytes.back() ^= 1;
  write_file(output, bytes);
  const std::string meaning = first_case(b, "refusal");
  const fs::path about = fs::path(b) / meaning / "case.json";
  nlohmann::json says = read_json(about);
  says["expects"] = "outputs";
  write_file(about, says.dump());
  sign(b);
  const Outcome outcome = etalon_command({"corpus", "diff", here.at("a"), b});
  INFO(outcome.out);
  CHECK(outcome.code == exit_mismatch);
  CHECK(outcome.out.find("digits  " + digits + "\n") != std::string::npos);
  CHECK(outcome.out.find("meaning " + meaning + "\n") != std::string::npos);
  CHECK(outcome.out.find("0 are new, 0 gone, 1 changed by meaning, 1 by digits, 0 in") !=
        std::string::npos);
}

TEST_CASE("corpus diff lists the cases of one corpus alone") {
  const Workshop here;
  made(here, "a");
  CHECK(etalon_command({"corpus", "make", "--opset", "6", "--operator", "Abs", "--count", "6",
                        "--jobs", "1", "--out", here.at("b")})
            .code == exit_ok);
  const Outcome outcome = etalon_command({"corpus", "diff", here.at("a"), here.at("b")});
  CHECK(outcome.code == exit_mismatch);
  CHECK(outcome.out.find("gone    ai.onnx/Abs-13/") != std::string::npos);
  CHECK(outcome.out.find("new ") == std::string::npos);
}

TEST_CASE("corpus make writes to a new or empty folder only") {
  const Workshop here;
  fs::create_directory(here.at("a"));
  write_file(here.at("a") + "/file", "");
  check_fails({"corpus", "make", "--operator", "Abs", "--out", here.at("a")}, exit_usage);
  check_fails({"corpus", "make", "--opset", "1", "--operator", "Abs-13", "--out", here.at("b")},
              exit_invalid);
}

TEST_CASE("forked: the answers come in order and errors are thrown again") {
  const auto square = [](size_t i) { return std::to_string(i * i); };
  for (const unsigned jobs : {1U, 4U}) {
    const std::vector<std::string> answers = forked(100, jobs, square);
    REQUIRE(answers.size() == 100);
    CHECK(answers[99] == "9801");
    const auto refuse = [](size_t i) -> std::string {
      if (i == 7) throw InvalidInput("seven");
      return std::string(100'000, 'x');
    };
    CHECK_THROWS_AS(forked(20, jobs, refuse), InvalidInput);
  }
  size_t told = 0;
  forked(10, 2, square, [&] { ++told; });
  CHECK(told == 10);
  CHECK_THROWS_AS(forked(4, 2, [](size_t) -> std::string { ::_exit(1); }), InternalError);
}

}  // namespace
}  // namespace etalon::corpus_test
