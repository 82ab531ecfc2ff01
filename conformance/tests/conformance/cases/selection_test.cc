#include "conformance/cases/selection.h"

#include "conformance/cases/operator_names.h"
#include "conformance/commands/commands.h"
#include "conformance/common/near.h"
#include "conformance/common/paths.h"
#include "conformance/common/usage_error.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::selection_test {
namespace {

using test::check_fails;
using test::etalon_command;
using test::has;
using test::write_add_folder;
using test::write_text;

// Cases of Add-7 (float), Add-14 (float16), Softmax-13 and ai.onnx.ml.Binarizer-1.
std::vector<Case> cases(const TemporaryFolder& folder) {
  const std::string one = R"([{"type": "float", "data": [1]}])";
  const auto write = [&](const std::string& name, const std::string& domain, int opset,
                         const std::string& type, int inputs) {
    const std::string value = R"({"type": ")" + type + R"(", "shape": [1], "data": [1]})";
    write_text(folder.path() / (name + std::to_string(opset) + ".json"),
               R"({"domain": ")" + domain + R"(", "operator": ")" + name +
                   R"(", "cases": [{"name": "of )" + type + R"(", "opset": )" +
                   std::to_string(opset) + R"(, "inputs": [)" + value +
                   (inputs == 2 ? ", " + value : "") + R"(], "outputs": [)" + value + "]}]}");
  };
  write("Add", "ai.onnx", 8, "float", 2);
  write("Add", "ai.onnx", 15, "float16", 2);
  write("Softmax", "ai.onnx", 13, "float", 1);
  write("Binarizer", "ai.onnx.ml", 1, "float", 1);
  return discover(folder.path());
}

std::vector<std::string> selected(const Selection& selection) {
  const TemporaryFolder folder;
  std::vector<Case> list = cases(folder);
  CHECK(select(list, selection).empty());
  std::vector<std::string> names;
  for (const Case& test : list) names.push_back(test.name);
  return names;
}

std::string refused(const Selection& selection) {
  const TemporaryFolder folder;
  std::vector<Case> list = cases(folder);
  return select(list, selection);
}

using Names = std::vector<std::string>;

TEST_CASE("selection: by operator; in any version or in one") {
  CHECK(selected({.operators = {"Add"}}) == Names{"Add: of float", "Add: of float16"});
  CHECK(selected({.operators = {"add-7"}}) == Names{"Add: of float"});
  CHECK(selected({.operators = {"Add-9"}}) == Names{"Add: of float"});
  CHECK(selected({.operators = {"Binarizer", "ai.onnx.Softmax"}}).size() == 2);
  CHECK(refused({.operators = {"Sofmax"}}) ==
        "none of 4 cases is left by --operator Sofmax; did you mean Softmax, thinker.Softmax?");
}

TEST_CASE("selection: by the opsets that a model imports") {
  CHECK(selected({.opsets = {"13-15"}}) == Names{"Add: of float16", "Softmax: of float"});
  CHECK(selected({.opsets = {"ai.onnx.ml:1"}}) == Names{"Binarizer: of float"});
  CHECK(has(refused({.opsets = {"99"}}), "none of 4 cases is left by --opset 99"));
  for (const std::string word : {"", "x", "-1", "13-", "1-2-3", "99999999999999999999"}) {
    CHECK_THROWS_AS(refused({.opsets = {word}}), UsageError);
  }
}

TEST_CASE("selection: by element type") {
  CHECK(selected({.types = {"float16"}}) == Names{"Add: of float16"});
  CHECK(selected({.types = {"tensor(float32)"}}).size() == 3);
  CHECK(has(refused({.types = {"int8"}}), "--type int8"));
  CHECK_THROWS_AS(refused({.types = {"flaot"}}), UsageError);
  check_fails({"test", "--release", "own", "--type", "flaot"}, exit_usage, "did you mean float?");
}

TEST_CASE("selection: patterns are repeated and upper and lower case are the same") {
  CHECK(selected({.include = {"^ADD", "softmax"}}).size() == 3);
  CHECK(selected({.include = {"add"}, .exclude = {"FLOAT16"}}) == Names{"Add: of float"});
  CHECK(has(refused({.include = {"sofmax"}}), "did you mean softmax?"));
  CHECK(has(refused({.suites = {"ai.onx"}}), "did you mean ai.onnx?"));
  CHECK_THROWS_AS(refused({.include = {"("}}), UsageError);
}

TEST_CASE("near words: exchanged letters are one step; the empty word is near nothing") {
  CHECK(edit_distance("flaot", "float") == 1);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(near_words("", {"a", "b"}).empty());
  CHECK(near_words("--reprot", {"--report", "--release"}) == Names{"--report"});
  CHECK(near_words(std::string(100'000, 'x'), {"x"}).empty());
  CHECK(did_you_mean("zzz", {"abc"}).empty());
}

TEST_CASE("test: --rerun takes the failures of a report; --status others") {
  const TemporaryFolder folder;
  for (const char* name : {"test_a", "test_b"}) {
    write_add_folder(folder.path() / "node" / name, {11, 22});
  }
  write_add_folder(folder.path() / "node/test_c", {11, 23});
  const std::string path = (folder.path() / "node").string();
  const std::string report = (folder.path() / "r.json").string();
  etalon_command({"test", path, "--report", report});
  CHECK(has(etalon_command({"test", path, "--rerun", report}).out, ": 1 case in"));
  CHECK(has(etalon_command({"test", path, "--rerun", report, "--status", "pass,fail"}).out,
            ": 3 cases in"));
  check_fails({"test", path, "--rerun", report, "--status", "crash"}, exit_nothing, "--rerun");
  check_fails({"test", path, "--status", "fail"}, exit_usage, "--rerun");
  check_fails({"test", path, "--rerun", report, "--status", "failed"}, exit_usage,
              "no such status");
  CHECK(has(etalon_command({"report", "filter", report, "--status", "fail"}).out, ": 1 case in"));
  check_fails({"report", "filter", report, "--include", "nothing"}, exit_nothing);
  CHECK(has(etalon_command({"report", "filter", report, "--type", "float32"}).out, ": 3 cases in"));
  check_fails({"report", "filter", report, "--type", "float16"}, exit_nothing);
  check_fails({"report", "filter", report, "--type", "flaot"}, exit_usage, "did you mean float");
}

}  // namespace
}  // namespace etalon::selection_test
