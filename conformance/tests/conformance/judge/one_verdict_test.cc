// One answer of a runtime is judged in the same words by every command.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "conformance/bounds/verdict.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/judge/compare.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"

namespace etalon::test::one_verdict_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// What a verdict is, of an entry that has more.
json verdict_in(const json& entry) { return to_json(verdict_from_json(entry)); }

json parsed(const std::vector<std::string>& words) {
  const Outcome outcome = etalon_command(words);
  INFO(fmt::format("{}\n{}", fmt::join(words, " "), outcome.err));
  CHECK(outcome.code == 1);
  return json::parse(outcome.out);
}

struct Judged {
  json verdict;
  std::string sentence;
};

// Tanh with a last element that is off by a hundredth, and what the commands say of it.
class Planted {
 public:
  Planted() {
    setenv("ETALON_PLANT", "last element", 1);
    const fs::path out = folder_.path() / "fuzz";
    etalon_command({"fuzz", "--backend", backend_, "--operator", "Tanh-13", "--count", "20",
                    "--seed", "1", "--out", out.string()});
    const json findings = json::parse(file_text(out / "findings.json"));
    by_fuzz = {findings.at("groups").at(0).at("judged"), findings["groups"][0].at("sentence")};
    case_ = out / "cases" / findings["groups"][0].at("folder").get<std::string>();
    const BoundModel bound = parse_model(file_text(model()));
    input_name_ = bound.graph.inputs.at(0).name;
    output_name_ = bound.graph.outputs.at(0).name;
    input_ = read_value(fs::path(inputs()) / "input_0.pb", {}).tensor();
    Reals elements = input_.as<double>();
    for (double& element : elements) element = std::tanh(element);
    expected = Tensor::of(input_.dtype(), elements);
    elements = expected.as<double>();
    elements.data()[elements.size() - 1] *= 1.01;
    got = Tensor::of(input_.dtype(), elements);
  }
  ~Planted() { unsetenv("ETALON_PLANT"); }
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;

  Judged by_test() const {
    const fs::path report = folder_.path() / "report.json";
    etalon_command({"test", case_.string(), "--backend", backend_, "--rule", "verdict", "--report",
                    report.string()});
    const json result = json::parse(file_text(report)).at("cases").at(0);
    return {result.at("judged"), result.at("message")};
  }
  Judged by_check() const {
    const fs::path outputs = folder_.path() / "outputs";
    fs::create_directories(outputs);
    write_value(outputs / "output_0.pb", got, output_name_);
    return first_of(parsed({"check", model(), "--inputs", inputs(), "--outputs", outputs.string(),
                            "--format", "json"}));
  }
  Judged by_bisect() const {
    return first_of(parsed(
        {"bisect", model(), "--inputs", inputs(), "--backend", backend_, "--format", "json"}));
  }
  // A copy of the model that was folded to the wrong constant.
  Judged by_equivalent() const {
    SmallModel folded(13);
    folded.input(input_name_, input_).initializer("folded", got);
    folded.node("Identity", {"folded"}, {output_name_}).output(output_name_, got.dtype());
    const fs::path file = folder_.path() / "folded.onnx";
    write_file(file, folded.bytes());
    const json output = parsed({"equivalent", model(), file.string(), "--inputs", inputs(),
                                "--count", "0", "--format", "json"})
                            .at("outputs")
                            .at(0);
    return {output.at("judged"), output.at("sentence")};
  }

  Judged by_fuzz;
  Tensor expected;  // Tanh of the case's input, by another library
  Tensor got;       // with the last element off

 private:
  static Judged first_of(const json& document) {
    const json& output = document.at("outputs").at(0);
    return {output, output.at("sentence")};
  }
  std::string model() const { return (case_ / "model.onnx").string(); }
  std::string inputs() const { return (case_ / "test_data_set_0").string(); }
  TemporaryFolder folder_;
  const std::string backend_ = std::string("so:") + ETALON_PLANTED;
  fs::path case_;
  std::string input_name_, output_name_;
  Tensor input_;
};

}  // namespace

TEST_CASE(
    "test and check and bisect and fuzz and equivalent have the same verdict in the same words") {
  const Planted planted;
  const Verdict verdict = verdict_from_json(planted.by_fuzz.verdict);
  const auto last = [](const Tensor& X) {
    return element_text(X.dtype(), X.as<double>().data()[X.size() - 1]);
  };
  CHECK(verdict.grade == Grade::wrong);
  CHECK(verdict.got == last(planted.got));
  CHECK(verdict.expected == last(planted.expected));
  CHECK(has(planted.by_fuzz.sentence, "fails (wrong): "));
  const std::string words = to_string(verdict);
  CHECK(has(planted.by_fuzz.sentence, words));
  for (const Judged& judged :
       {planted.by_test(), planted.by_check(), planted.by_bisect(), planted.by_equivalent()}) {
    INFO(judged.sentence);
    CHECK(verdict_in(judged.verdict) == verdict_in(planted.by_fuzz.verdict));
    CHECK(has(judged.sentence, words));
  }
}

}  // namespace etalon::test::one_verdict_test
