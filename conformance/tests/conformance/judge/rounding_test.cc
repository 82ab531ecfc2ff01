// What rounding decides of a backend's outputs: --rule rounding and both.
#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/judge/judge.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/conformance/wrong_backend.h"
#include "conformance/tests/numbers.h"
#include "conformance/tests/text.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"

namespace etalon::judge_rounding_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::floats;
using test::has;
using test::Outcome;
using test::SmallModel;
using test::wrong_backend;
// A runtime that always gives this output.
class Constantly : public Runtime {
 public:
  explicit Constantly(Tensor output) { answer_.outputs.push_back(std::move(output)); }
  RuntimeAnswer run(const fs::path&, const Model&, const Bindings&, const StoredInputs&,
                    std::optional<double>) override {
    return answer_;
  }
  RuntimeAnswer run(const std::string&, const Model&, const Bindings&,
                    std::optional<double>) override {
    return answer_;
  }
  double timeout() const override { return 60; }

 private:
  RuntimeAnswer answer_;
};

JudgeOptions options_of(std::string_view rule) {
  JudgeOptions options;
  options.rule = *rule_named(rule);
  return options;
}

CaseResult judged(const fs::path& folder, double output, JudgeOptions options) {
  Constantly runtime(floats({output}));
  options.backend = &runtime;
  return judge(discover(folder).at(0), options);
}

// y = (a + b) − a for a = 1024 and b = 1.5·2^-14, where float32 has 1024, then 1024 + 2^-13: sound
// evaluations give 0 or 2^-13, which is expected. 0 is outside the official tolerance.
void write_cancelling(const fs::path& folder) {
  const Tensor a = floats({1024}), b = floats({1.5 * 0x1p-14});
  SmallModel small(13);
  small.input("a", a).input("b", b).node("Add", {"a", "b"}, {"s"}).node("Sub", {"s", "a"}, {"y"});
  test::write_text(folder / "model.onnx", small.output("y").bytes());
  fs::create_directories(folder / "test_data_set_0");
  write_value(folder / "test_data_set_0" / "input_0.pb", a, "a");
  write_value(folder / "test_data_set_0" / "input_1.pb", b, "b");
  write_value(folder / "test_data_set_0" / "output_0.pb", floats({0x1p-13}), "y");
}

TEST_CASE("--rule verdict passes what sampled evaluations have; outside the tolerance too") {
  const TemporaryFolder scratch;
  const fs::path folder = scratch.path() / "case";
  write_cancelling(folder);
  const CaseResult official = judged(folder, 0, options_of("official"));
  CHECK(official.status == Status::fail);
  REQUIRE(official.judged);
  CHECK(official.judged->grade == Grade::rounding);
  const CaseResult passed = judged(folder, 0, options_of("verdict"));
  CHECK(passed.status == Status::pass);
  CHECK(passed.kind == Mismatch::none);
  CHECK(passed.max_abs == 0x1p-13);
}

// The tolerance is wide.
TEST_CASE("--rule verdict fails what is unlikely; within the tolerance too") {
  const TemporaryFolder scratch;
  const fs::path folder = scratch.path() / "case";
  write_cancelling(folder);
  for (const char* rule : {"official", "verdict"}) {
    INFO(rule);
    JudgeOptions options = options_of(rule);
    options.atol = 1;
    const CaseResult result = judged(folder, 0.125, options);
    REQUIRE(result.judged);
    CHECK(result.judged->grade == Grade::unlikely);
    const bool passes = std::string(rule) == "official";
    CHECK(result.status == (passes ? Status::pass : Status::fail));
    CHECK(result.kind == (passes ? Mismatch::none : Mismatch::values));
    if (passes) continue;
    CHECK(has(result.message,
              " times the largest error of 30 sampled evaluations, inside the bound"));
    CHECK(result.where == "[0]");
    CHECK(result.details.differences.size() == 1);
  }
}

// 11 and 22 are exact sums; 2^-10 is 512 of 22's last places.
TEST_CASE("--rule verdict fails what is wrong") {
  const TemporaryFolder scratch;
  const fs::path folder = scratch.path() / "case";
  test::write_add_folder(folder, {11, 22});
  for (const char* rule : {"official", "verdict"}) {
    INFO(rule);
    Constantly runtime(floats({11, 22 + 0x1p-10}));
    JudgeOptions options = options_of(rule);
    options.backend = &runtime;
    const CaseResult result = judge(discover(folder).at(0), options);
    const bool passes = std::string(rule) == "official";
    CHECK(result.status == (passes ? Status::pass : Status::fail));
    INFO(result.message);
    if (!passes)
      CHECK(has(result.message, "rounding allows no error, 512 times the largest error of 30 "));
  }
}

// The expected sum is wrong, and the runtime's is right.
TEST_CASE("the verdict excuses no difference from what is expected where that is wrong itself") {
  const TemporaryFolder scratch;
  test::write_add_folder(scratch.path() / "case", {11, 24});
  Constantly runtime(floats({11, 22}));
  JudgeOptions options = options_of("verdict");
  options.backend = &runtime;
  const CaseResult result = judge(discover(scratch.path() / "case").at(0), options);
  CHECK(result.status == Status::fail);
  REQUIRE(result.judged);
  CHECK(result.judged->grade == Grade::unknown);
  CHECK(result.judged->reason == "the expected outputs are wrong themselves");
}

TEST_CASE("outputs that are those expected pass by every rule and so does Etalon itself") {
  const TemporaryFolder scratch;
  const fs::path folder = scratch.path() / "case";
  write_cancelling(folder);
  for (const char* rule : {"official", "verdict"}) {
    INFO(rule);
    CHECK(judged(folder, 0x1p-13, options_of(rule)).status == Status::pass);
    CHECK(judge(discover(folder).at(0), options_of(rule)).status == Status::pass);
  }
}

// The largest of 1, 3, 2 is at 1, the least at 0.
void write_arg_max(const fs::path& folder) {
  const Tensor x = floats({1, 3, 2});
  SmallModel small(13);
  small.input("x", x).node("ArgMax", {"x"}, {"y"}).output("y", DType::int64);
  test::write_text(folder / "model.onnx", small.bytes());
  fs::create_directories(folder / "test_data_set_0");
  write_value(folder / "test_data_set_0" / "input_0.pb", x, "x");
  write_value(folder / "test_data_set_0" / "output_0.pb", vector_of({1}), "y");
}

void write_and(const fs::path& folder) {
  const Tensor yes = scalar(true);
  SmallModel small(13);
  small.input("a", yes).input("b", yes).node("And", {"a", "b"}, {"y"});
  test::write_text(folder / "model.onnx", small.output("y", DType::boolean).bytes());
  fs::create_directories(folder / "test_data_set_0");
  write_value(folder / "test_data_set_0" / "input_0.pb", yes, "a");
  write_value(folder / "test_data_set_0" / "input_1.pb", yes, "b");
  write_value(folder / "test_data_set_0" / "output_0.pb", yes, "y");
}

TEST_CASE("an integer or a bool of a backend that differs is wrong; by every rule") {
  const TemporaryFolder scratch;
  write_arg_max(scratch.path() / "arg_max" / "node" / "test_integer");
  write_and(scratch.path() / "and" / "node" / "test_bool");
  const std::string report = (scratch.path() / "report.json").string();
  for (const auto& [folder, swap] :
       {std::pair("arg_max", "ArgMax=ArgMin"), std::pair("and", "And=Xor")}) {
    for (const char* rule : {"official", "verdict"}) {
      INFO(folder << " " << rule);
      const Outcome outcome = etalon_command(
          {"test", (scratch.path() / folder).string(), "--backend",
           wrong_backend(std::string("--swap ") + swap), "--rule", rule, "--report", report});
      CHECK(outcome.code == exit_mismatch);
      CHECK(has(outcome.out, "1 fail, 1 of them wrong\n"));
      const json document = json::parse(file_text(report));
      CHECK(document.at("run").at("rule") == rule);
      CHECK(document.at("summary").at("fail_wrong") == 1);
      CHECK(document.at("summary").at("fail_rounding") == 0);
      CHECK(document.at("cases").at(0).at("judged").at("verdict") == "wrong");
    }
  }
}

}  // namespace
}  // namespace etalon::judge_rounding_test
