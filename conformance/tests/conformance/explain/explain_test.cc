// What is known about an operator: headers, words of a command line, examples, the command.
#include <fmt/format.h>

#include <limits>

#include "conformance/cases/operator_names.h"
#include "conformance/commands/commands.h"
#include "conformance/explain/facts.h"
#include "conformance/explain/function_facts.h"
#include "conformance/explain/runtimes.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon::explain_test {

using namespace etalon::explain;
using test::etalon_command;

namespace {

std::string labels(const std::vector<const Schema*>& versions) {
  std::string text;
  for (const Schema* schema : versions) text += schema->label() + " ";
  return text;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a header has a formula; lines of versions and notes") {
  const Header header = header_of(
      "// Foo: Y = X,\n// in words:\n//\n//   Y = 1 / X\n//\n//   1, 6      first; 6: second\n"
      "//   13        third,\n//             going on\n// A note.\n#include <x>\n// not this\n");
  CHECK(header.formula == std::vector<std::string>{"Foo: Y = X,", "in words:", "", "  Y = 1 / X"});
  REQUIRE(header.versions.size() == 2);
  CHECK(header.versions[0].versions == std::vector<int>{1, 6});
  CHECK(header.versions[1].text == "third, going on");
  CHECK(header.notes == std::vector<std::string>{"A note."});
  CHECK(header_of("int x;\n").formula.empty());
  CHECK(header_of("").versions.empty());
}

TEST_CASE("of a line for several versions each has what concerns it") {
  const Header header =
      header_of("// F.\n//   1, 6, 13  as it is; 6: integers; 13: bfloat16\n//   20\n");
  CHECK(meaning(header, 1) == "as it is");
  CHECK(meaning(header, 6) == "as it is; integers");
  CHECK(meaning(header, 13) == "as it is; bfloat16");
  CHECK(meaning(header, 20).empty());
  CHECK(meaning(header, 7).empty());
}

TEST_CASE("operators are meant in any spelling; versions also by a number alone") {
  const std::vector<WantedOperator> wanted = operators_meant({"softmax", "conv", "11", "Add 7"});
  REQUIRE(wanted.size() == 3);
  CHECK(wanted[0].name == "softmax");
  CHECK(wanted[1].version == 11);
  CHECK(wanted[2].name == "Add");
  CHECK(wanted[2].version == 7);
  CHECK_THROWS_AS(operators_meant({"11"}), UsageError);
  CHECK_THROWS_AS(operators_meant({"conv", "11", "13"}), UsageError);
}

TEST_CASE("dialects are meant only where they are named or no other domain has the name") {
  CHECK(labels(versions_meant("softmax")) == "Softmax-1 Softmax-11 Softmax-13 ");
  CHECK(labels(versions_meant("thinker.softmax")) == "thinker.Softmax-13 ");
  CHECK(labels(versions_meant("iqadd")) == "thinker.iqAdd-1 ");
  CHECK(labels(versions_meant("AI.ONNX.ML.scaler")) == "ai.onnx.ml.Scaler-1 ");
  CHECK(versions_meant("Frobnicate").empty());
  CHECK(versions_meant("").empty());
}

TEST_CASE("an example is an own case that the version evaluates") {
  const Schema& schema = *find_schema("", "Add", 7);
  const std::optional<Example> example = example_of(schema);
  REQUIRE(example);
  CHECK(example->call.schema == &schema);
  CHECK(example->values.inputs.size() == 2);
  CHECK(example->values.inputs[0].name == "A");
  CHECK(example->values.outputs[0].name == "C");
}

TEST_CASE("a call is evaluated by its own version") {
  const nlohmann::json x = {{"type", "float"}, {"shape", {2, 2}}, {"data", {0, 0, 0, 0}}};
  const auto first = [&](int version, int64_t axis) {
    const nlohmann::json written = {
        {"opset", version}, {"inputs", {x}}, {"attributes", {{"axis", axis}}}};
    const Evaluated values = evaluate({find_schema("", "Softmax", version), written});
    const Array<double> numbers = values.outputs.at(0).value.tensor().as<double>();
    return *numbers.begin();
  };
  CHECK(first(11, 0) == 0.25);  // the whole tail is one row of four
  CHECK(first(13, 0) == 0.5);
  CHECK_THROWS_AS(first(13, 5), InvalidInput);
}

TEST_CASE("the words of a text attribute are those that the operator lists") {
  const std::optional<Example> example = example_of(*find_schema("", "Conv", 11));
  REQUIRE(example);
  CHECK(allowed_words(*example, "auto_pad") ==
        std::vector<std::string>{"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"});
  CHECK(allowed_words(*example, "no_such_attribute").empty());
}

TEST_CASE("facts of a version: code; header; body; attributes") {
  const Facts facts = facts_of(*find_schema("", "Softmax", 13));
  REQUIRE(!facts.sources.empty());
  CHECK(facts.sources[0].path == "ops/ai.onnx/math/softmax.cc");
  CHECK(facts.before->since_version == 11);
  REQUIRE(facts.body != nullptr);
  CHECK(facts.body->lines.back() == "}");
  REQUIRE(!facts.attributes.at("axis").read.empty());
  CHECK(has(facts.attributes.at("axis").read[0].text, "\"axis\""));
  CHECK(line_of("ops/x.cc:27") == 27);
  CHECK(line_of("nowhere") == 0);
  CHECK(sources_of("ops/none.cc:1").empty());
}

TEST_CASE("counts of verdicts are in words; without those of 0") {
  explain::Verdict verdict;
  verdict.counts = {{"fail", 1}, {"pass", 12}, {"crash", 0}};
  CHECK(counts_text(verdict) == "12 pass, 1 fail");
  CHECK(counts_text(explain::Verdict{}) == "none");
}

TEST_CASE("errors and shares are in as many digits as they deserve") {
  CHECK(ulp_text({"a", 200, 0, 0.5}) == "0.5");
  CHECK(ulp_text({"a", 200, 1, 0.5001}) == "> 0.5");
  CHECK(ulp_text({"a", 200, 1, 3.4917}) == "3.49");
  CHECK(ulp_text({"a", 200, 1, 5700.0}) == "5.7e+03");
  CHECK(ulp_text({"a", 200, 1, std::numeric_limits<double>::infinity()}) == "NaN");
  CHECK(ulp_text({"a"}) == "–");
  CHECK(share_text({"a", 200, 0, 0.5}) == "0");
  CHECK(share_text({"a", 200, 1, 0.6}) == "0.5 %");
  CHECK(share_text({"a", 1000, 999, 0.6}) == "100 %");
  CHECK(share_text({"a"}).empty());
}

// The figures are those of data/accuracy.md, which Python writes.
TEST_CASE("accuracy is told of the version that was measured") {
  const std::string text = etalon_command({"explain", "Acos"}).out;
  CHECK(has(text, "ONNX Runtime 1.31.1"));
  CHECK(has(text, "4.22, 4.7 %"));
  CHECK(has(text, "1.92, 3.2 %"));
  CHECK(accuracy_of(*find_schema("", "Acos", 7)).empty());
  REQUIRE(accuracy_of(*find_schema("", "Celu", 12)).size() == 1);  // float32 alone
  CHECK(accuracy_of(*find_schema("", "Celu", 28)).size() == 3);
  CHECK(accuracy_of(*find_schema("", "Gelu", 20)).size() == 8);  // with tanh, and without
  const auto list =
      nlohmann::json::parse(etalon_command({"explain", "Acos-22", "--format", "json"}).out);
  const nlohmann::json& half = list.at(0).at("accuracy").at(0);
  CHECK(half.at("type") == "bfloat16");
  CHECK(half.at("runtimes").at("ONNX Runtime 1.31.1").is_null());
  CHECK(half.at("runtimes").at("Etalon 0.1.0").at("misrounded") == 0);
}

TEST_CASE("a function of MDF has an example and a verdict of its own cases") {
  const std::string text = etalon_command({"explain", "mdf.linear"}).out;
  CHECK(
      has(text,
          "    variable0 = [1,2]\n    slope = 2\n    intercept = 1.5\n    gives\n    [3.5,5.5]\n"));
  CHECK(has(text, "  10 of 10 own cases pass\n"));
  const auto list =
      nlohmann::json::parse(etalon_command({"explain", "mdf.linear", "--format", "json"}).out);
  CHECK(list.at(0).at("example").at("result") == "[3.5,5.5]");
  CHECK(list.at(0).at("own_cases").at("pass") == 10);
  FunctionFacts none;
  CHECK(verdict_text(none).empty());
  none.verdict = {{"fail", 1}, {"pass", 2}};
  CHECK(verdict_text(none) == "2 of 3 own cases pass");
}

TEST_CASE("explain shows all that is known") {
  const std::string text = etalon_command({"explain", "softmax", "13"}).out;
  for (const char* part :
       {"Softmax: output = exp(input) / Σ exp(input).", "13        over `axis` alone (default -1)",
        "the specification's function body", "X_Exp = Exp (X_Sub)", "example (own case",
        "silent Softmax.rank0"}) {
    INFO(part);
    CHECK(has(text, part));
  }
  CHECK(!has(text, "thinker"));
  CHECK(!has(text, "const Operator op("));
  CHECK(has(etalon_command({"explain", "Softmax-13", "--code"}).out, "const Operator op("));
  CHECK(
      has(etalon_command({"explain", "mdf.logistic", "--code"}).out, "ops/mdf/native/logistic.cc"));
}

TEST_CASE("explain --all-code shows the formula; the code of each open point and the other rooms") {
  const std::string text = etalon_command({"explain", "Clip-13", "--all-code"}).out;
  const size_t formula = text.find("── ops/ai.onnx/math/clip.cc\n");
  const size_t open = text.find("── The code of these points\n");
  REQUIRE(formula != std::string::npos);
  REQUIRE(open != std::string::npos);
  CHECK(formula < open);
  const std::string code = text.substr(formula, text.find("── What the text leaves") - formula);
  CHECK(has(code, "minimum(maximum(x, low), high)"));
  CHECK(!has(code, "choice("));
  for (const char* point : {"Clip.nan", "Clip.nan_bound", "Clip.negative_zero", "Clip.inf_11"}) {
    INFO(point);
    CHECK(has(text.substr(open), "\n" + std::string(point) + ": ops/ai.onnx/math/open/clip.cc:"));
  }

  const std::string softmax = etalon_command({"explain", "Softmax-13", "--code"}).out;
  CHECK(has(softmax, "── ops/ai.onnx/math/quick/softmax.cc (a fast path with equal results, "));
  CHECK(!has(softmax, "const Quick op[]"));
  CHECK(has(etalon_command({"explain", "Softmax-13", "--all-code"}).out, "const Quick op[]"));
  // Where the formula itself meets the point, its code is the formula's.
  CHECK(has(etalon_command({"explain", "Conv-11", "--all-code"}).out,
            "Conv.empty: ops/ai.onnx/nn/open/conv.cc:"));
}

TEST_CASE("explain --code is a page from which an operator can be implemented") {
  const std::string text = etalon_command({"explain", "MaxPool-22", "--code"}).out;
  size_t before = 0;
  for (const char* part : {
           "MaxPool: Y = max X over each window",
           "what the specification says\n    MaxPool consumes an input tensor X",
           "    auto_pad: string = \"NOTSET\"\n      auto_pad must be either NOTSET, SAME_UPPER",
           "refused, where\n    kernel_shape is missing\n",
           "pads are given together with auto_pad …",  // of the engine's window_of
           "refused, because the text gives no result (Unspecified, undefined), where\n    a "
           "window lies",
           "── ops/ai.onnx/nn/max_pool.cc\n",
           "const Operator op(\"MaxPool\"",
           "── ops/ai.onnx/nn/pooling.h\n",
           "inline Tensor indices_of(",
           "── The functions that it uses (engine/)\n",
           "struct Sliding {\n  int64_t input = 1;",
           "//   SAME_*  output = ⌈input / stride⌉",
           "── What the text leaves open",
           "permitted MaxPool.ties",
           "── How to read this page\n",
       }) {
    INFO(part);
    const size_t at = text.find(part, before);
    REQUIRE(at != std::string::npos);
    before = at;
  }
  // The header once; nothing of LpPool, of carriers, of other runtimes' failures, of case names.
  CHECK(text.find("padding left out; NaN if any") == text.rfind("padding left out; NaN if any"));
  for (const char* part : {"exact_root", "ArbBall", "other runtimes on cases", "official cases"}) {
    INFO(part);
    CHECK(!has(text, part));
  }
  // A helper that another file of the folder defines, of another family's header.
  const std::string attention = etalon_command({"explain", "Attention-23", "--code"}).out;
  CHECK(has(attention, "Reals score_bias(const Call& call, const Heads& of) {\n"));
  CHECK(has(attention, "the text does not say what an attn_mask of type … means"));
}

TEST_CASE("explain shows what the specification says of each input and output and attribute") {
  // Mod-10 says nothing new of `fmod`; what it said before stands.
  const std::string text = etalon_command({"explain", "Softmax-13"}).out;
  CHECK(has(text, "    input: T\n      The input tensor of rank >= axis.\n"));
  const std::string gelu = etalon_command({"explain", "com.microsoft.Gelu-1"}).out;
  CHECK(has(gelu, "    X: T\n      The input data as Tensor.\n"));
}

TEST_CASE("explain shows an example that shows the operator") {
  const auto clip =
      nlohmann::json::parse(etalon_command({"explain", "Clip-13", "--format", "json"}).out).at(0);
  const auto& inputs = clip.at("example").at("inputs");
  CHECK(inputs.size() > 1);
  CHECK(inputs.at(0).at("value") != clip.at("example").at("outputs").at(0).at("value"));
}

TEST_CASE("explain takes several operators also as JSON") {
  const std::string two = etalon_command({"explain", "Abs-13", "conv", "11"}).out;
  CHECK(has(two, "Abs-13 (domain"));
  CHECK(has(two, "Conv-11 (domain"));
  const auto list = nlohmann::json::parse(
      etalon_command({"explain", "Conv-11", "mdf.linear", "--format", "json"}).out);
  REQUIRE(list.size() == 2);
  CHECK(list[0].at("since_version") == 11);
  CHECK(list[0].at("attributes").at(0).at("words").at(0) == "NOTSET");
  CHECK(!list[0].contains("code"));
  CHECK(list[1].at("domain") == "mdf");
  CHECK(etalon_command({"explain", "Conv-11", "Frobnicate"}).code == exit_usage);
  CHECK(etalon_command({"explain", "11"}).code == exit_usage);
}

}  // namespace etalon::explain_test
