// Cases judged in this process.
#include "conformance/judge/judge.h"

#include <filesystem>

#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::test::judge_test {
namespace {

// The only own case of a file with this text.
CaseResult judged(const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder.path() / "case.json", text);
  return judge(discover(folder.path()).at(0));
}

// A case of a generator that expects other numbers than it draws.
std::string random_case(const std::string& domain, const std::string& op, const char* attributes) {
  return R"({"domain": ")" + domain + R"(", "operator": ")" + op + R"(", "cases": [
      {"name": "drawn", "attributes": )" +
         attributes + R"(, "inputs": [],
       "outputs": [{"type": "float", "shape": [3], "data": [0.25, 0.5, 0.75]}],
       "derivation": "any three numbers between 0 and 1"}]})";
}

}  // namespace

TEST_CASE("a generator's numbers are judged as a sample and so in a dialect that shares names") {
  for (const char* domain : {"ai.onnx", "thinker"}) {
    INFO(domain);
    CHECK(judged(random_case(domain, "RandomUniform", R"({"shape": [3]})")).status ==
          Status::statistical);
  }
  const char* seeded = R"({"shape": [3], "seed": 1.0})";
  CHECK(judged(random_case("thinker", "RandomUniform", seeded)).status == Status::fail);
}

TEST_CASE("a case of an opset newer than the schemas is judged; with a warning") {
  const CaseResult result = judged(R"({"domain": "ai.onnx", "operator": "Neg", "cases": [
      {"name": "newer", "opset": 99,
       "inputs": [{"type": "float", "shape": [1], "data": [2]}],
       "outputs": [{"type": "float", "shape": [1], "data": [-2]}], "derivation": "by hand"}]})");
  CHECK(result.status == Status::pass);
  CHECK(
      result.message ==
      "the model imports opset 99 of ai.onnx, newer than this Etalon knows (28): each operator is "
      "evaluated by its newest known version");
}

}  // namespace etalon::test::judge_test
