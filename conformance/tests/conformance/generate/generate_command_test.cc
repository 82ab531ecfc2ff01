#include <set>

#include "conformance/commands/commands.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::generate_command_test {
namespace {

using test::check_fails;
using test::etalon_command;
using test::Workshop;

TEST_CASE("generate: options that cannot be combined are wrong usage") {
  const Workshop here;
  const std::string out = here.at("c");
  check_fails({"generate", "--out", out}, exit_usage, "one of MODEL");
  check_fails({"generate", "m.onnx", "--operator", "Abs", "--out", out}, exit_usage,
              "one of MODEL");
  check_fails({"generate", "--operator", "Abs", "--random", "1", "--out", out}, exit_usage,
              "--random needs MODEL");
  check_fails({"generate", "m.onnx", "--seed", "1", "--out", out}, exit_usage,
              "--seed cannot be used with MODEL; use --random SEED");
  check_fails({"generate", "m.onnx", "--dim", "N=1", "--out", out}, exit_usage, "--dim");
  check_fails({"generate", "m.onnx", "--random", "1", "--dim", "N", "--out", out}, exit_usage,
              "NAME=LENGTH");
  check_fails({"generate", "m.onnx", "--count", "3", "--out", out}, exit_usage, "--count");
  check_fails({"generate", "--operator", "Abs", "--count", "0", "--out", out}, exit_usage,
              "--count");
  check_fails({"generate", "--operator", "Abs", "--allow-unspecified", "--out", out}, exit_usage,
              "--allow-unspecified");
  check_fails({"generate", "--operator", "Abs", "--rtol", "-1", "--out", out}, exit_usage,
              "negative");
  check_fails({"generate", "--operator", "Abs"}, exit_usage, "--out");
  CHECK(here.names().empty());
}

// The derivative of x², which Etalon finds numerically.
std::string gradient_model() {
  test::SmallModel small(13);
  small.input("x", test::floats({3})).node("Mul", {"x", "x"}, {"y"});
  small.node("Gradient", {"x"}, {"d"}).set("y", "y").output("d");
  onnx::OperatorSetIdProto& training = *small.proto().add_opset_import();
  training.set_domain("ai.onnx.preview.training");
  training.set_version(1);
  onnx::NodeProto& gradient = *small.proto().mutable_graph()->mutable_node(1);
  gradient.set_domain("ai.onnx.preview.training");
  onnx::AttributeProto& xs = *gradient.add_attribute();
  xs.set_name("xs");
  xs.set_type(onnx::AttributeProto::STRINGS);
  xs.add_strings("x");
  return small.bytes();
}

TEST_CASE("generate: outputs whose digits are not proved are written with --no-proved only") {
  const Workshop here;
  test::write_text(here.at("model.onnx"), gradient_model());
  const std::vector<std::string> words = {"generate", here.at("model.onnx"), "--random", "1",
                                          "--out",    here.at("case")};
  check_fails(words, exit_invalid, "1 not proved: Gradient-1 (1); use --no-proved to write");
  std::vector<std::string> all_the_same = words;
  all_the_same.emplace_back("--no-proved");
  const test::Outcome written = etalon_command(all_the_same);
  CHECK(written.code == exit_ok);
  CHECK(test::has(written.out, "; 1 not proved: Gradient-1 (1)\n"));
  const test::Outcome proved =
      etalon_command({"generate", "--operator", "Exp", "--count", "2", "--out", here.at("exp")});
  CHECK(test::has(proved.out, " float results proved, 0 undecided\n"));
}

TEST_CASE("generate: an undecided element is named and written with --no-proved only") {
  const Workshop here;
  // (27 · 227.5^(3/2))^(2/3) is 9 · 227.5, half way between two numbers of float16.
  std::string data = "227.5";
  for (int i = 1; i < 27; ++i) data += ", 227.5";
  const std::string call =
      R"({"operator": "GlobalLpPool", "opset": 1, "attributes": {"p": 1.5}, "inputs": )"
      R"([{"type": "float16", "shape": [1, 1, 27], "data": [)" +
      data + "]}]}";
  const std::vector<std::string> words = {"generate", "--node", call, "--out", here.at("case")};
  check_fails(words, exit_invalid,
              "0 float results proved, 1 undecided (element [0, 0, 0] of output 'output_0' of "
              "GlobalLpPool-1); use --no-proved to write the case");
  std::vector<std::string> all_the_same = words;
  all_the_same.emplace_back("--no-proved");
  CHECK(etalon_command(all_the_same).code == exit_ok);
}

TEST_CASE("generate --node --count draws the inputs without data anew for each case") {
  const Workshop here;
  const std::string call = R"({"operator": "Conv", "attributes": {"dilations": [2, 3]}, "inputs": )"
                           R"([{"type": "float", "shape": [1, 2, 9, 9]}, )"
                           R"({"type": "float", "shape": [4, 2, 3, 3]}]})";
  const auto result =
      etalon_command({"generate", "--node", call, "--count", "3", "--out", here.at("cases")});
  CHECK(result.code == exit_ok);
  CHECK(test::has(result.out, "3 cases in "));
  std::set<std::string> inputs;
  for (const std::string name : {"test_conv_0", "test_conv_1", "test_conv_2"}) {
    inputs.insert(file_text(here.at("cases/" + name + "/test_data_set_0/input_0.pb")));
  }
  CHECK(inputs.size() == 3);
}

TEST_CASE("generate --operator: a call with an undecided element is drawn again") {
  const Workshop here;
  // Of some, a state's parts cancel, or an output is half way between two numbers.
  std::vector<std::string> words = {"generate", "--operator", "LinearAttention",
                                    "--count",  "150",        "--seed",
                                    "1",        "--out",      here.at("case")};
  const test::Outcome drawn = etalon_command(words);
  CHECK(drawn.code == exit_ok);
  CHECK(test::has(drawn.out, "LinearAttention-27: 150; "));
  CHECK(test::has(drawn.out, " drawn again"));
  CHECK(test::has(drawn.out, " float results proved, 0 undecided\n"));
  words.emplace_back("--force");
  CHECK(etalon_command(words).out == drawn.out);
}

TEST_CASE("generate --type: every call has an input of this element type") {
  const Workshop here;
  REQUIRE(etalon_command({"generate", "--operator", "Add,Softmax", "--type", "float16", "--count",
                          "5", "--out", here.at("c")})
              .code == exit_ok);
  const test::Outcome outcome = etalon_command({"test", here.at("c"), "--type", "float16"});
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.out.find(": 10 cases in") != std::string::npos);
  check_fails({"generate", "--operator", "Add", "--type", "string", "--out", here.at("d")},
              exit_usage, "--type string: no version of Add in force has an input of this type");
  check_fails({"generate", "m.onnx", "--type", "int8", "--out", here.at("d")}, exit_usage,
              "--type needs --operator");
}

TEST_CASE("generate --opset: every call is of the version in force") {
  const Workshop here;
  const test::Outcome outcome = etalon_command({"generate", "--operator", "Softmax,Add", "--opset",
                                                "12", "--count", "3", "--out", here.at("c")});
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.out.find("Softmax-11: 3\nAdd-7: 3\n") != std::string::npos);
  check_fails({"generate", "--operator", "Gelu", "--opset", "12", "--out", here.at("d")},
              exit_usage, "--opset 12: there is no Gelu to draw at this opset");
  check_fails({"generate", "m.onnx", "--opset", "12", "--out", here.at("d")}, exit_usage,
              "--opset needs --operator or --graphs");
}

}  // namespace
}  // namespace etalon::generate_command_test
