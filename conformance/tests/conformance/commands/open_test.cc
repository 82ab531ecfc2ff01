
#include "conformance/commands/commands.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "engine/values/json.h"

namespace etalon::open_test {
namespace {

using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::Outcome;
using test::Workshop;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("open shows an operator's points with quotation and choice and other runtimes' answers") {
  const Outcome shown = etalon_command({"open", "MaxPool-12"});
  CHECK(shown.code == exit_ok);
  for (const char* part :
       {"permitted MaxPool.nan: an input holds NaN\n",
        "“computing the max on all values of a subset of the input tensor” (summary)",
        "NaN, or the result with the NaN left out\n", "[[[2, 3, 4, nan]]]", "onnx.reference "}) {
    INFO(part);
    CHECK(contains(shown.out, part));
  }
  CHECK_FALSE(contains(etalon_command({"open", "MaxPool-1"}).out, "MaxPool.ties: "));
}

TEST_CASE("open lists by status and question and disagreement and counts") {
  const Outcome all = etalon_command({"open"});
  CHECK(all.code == exit_ok);
  CHECK(contains(all.out, "\nsilent     Cast.nan_to_integer "));
  CHECK_FALSE(contains(all.out, "\nrequired "));
  CHECK(contains(all.out, " 0 not answered\n"));
  const Outcome ties = etalon_command({"open", "--question", "ties", "--status", "required"});
  CHECK(contains(ties.out, "required   TopK.ties "));
  CHECK_FALSE(contains(ties.out, "MaxPool.nan"));
  CHECK_FALSE(contains(ties.out, "\npermitted "));
  const Outcome differ = etalon_command({"open", "--peers-differ"});
  CHECK(differ.out.size() < all.out.size());
}

TEST_CASE("open writes JSON with quotations and answers") {
  const Outcome written = etalon_command({"open", "TopK", "--format", "json"});
  const json document = json::parse(written.out);
  CHECK(document.at("schema") == 1);
  CHECK(document.at("cells").at("not_answered") == 0);
  const json& points = document.at("points");
  REQUIRE_FALSE(points.empty());
  for (const json& point : points) CHECK(point.at("operator") == "TopK");
  CHECK(points.at(0).at("id") == "TopK.nan");
  CHECK(points.at(0).at("text").at(0).at("place") == "summary");
  CHECK(points.at(0).at("peers").at("onnxruntime").contains("outputs"));
}

TEST_CASE("open refuses what it does not know and says when nothing is selected") {
  check_fails({"open", "MaxPol"}, exit_usage, "did you mean MaxPool");
  check_fails({"open", "--question", "when"}, exit_usage, "no such question");
  check_fails({"open", "--status", "unclear"}, exit_usage);
  check_fails({"open", "MaxPool-0"}, exit_usage, "MaxPool has no version 0; there are 1, 8, ");
  check_fails({"open", "--format", "md", "--status", "silent"}, exit_usage, "without filters");
  check_fails({"open", "Not", "--status", "silent"}, exit_nothing, "no point is selected");
}

TEST_CASE("explain shows the open points of a version") {
  CHECK(contains(etalon_command({"explain", "Relu-14"}).out, "  permitted Relu.nan: "));
}

// A case of one call, made by etalon generate.
void write(const Workshop& here, const json& call) {
  const Outcome made =
      etalon_command({"generate", "--node", call.dump(), "--out", here.at("case")});
  INFO(made.err);
  REQUIRE(made.code == exit_ok);
}

json run(const Workshop& here) {
  const Outcome outcome =
      etalon_command({"run", here.at("case") + "/model.onnx", "--inputs",
                      here.at("case") + "/test_data_set_0", "--format", "json"});
  INFO(outcome.err);
  CHECK(outcome.code == exit_ok);
  return json::parse(outcome.out);
}

TEST_CASE("run --format json gives the outputs and their open elements; with ids") {
  const Workshop here;
  write(here, {{"operator", "ReduceMax"},
               {"version", 13},
               {"attributes", {{"axes", {1}}, {"keepdims", 0}}},
               {"inputs", {{{"type", "float"}, {"shape", {2, 2}}, {"data", {1, 2, "nan", 4}}}}}});
  const json document = run(here);
  CHECK(document.at("schema") == 1);
  const json& output = document.at("outputs").at(0);
  CHECK(output.at("name") == "output_0");
  CHECK(output.at("value") == json{{"type", "float"}, {"shape", {2}}, {"data", {2, "nan"}}});
  REQUIRE(output.at("open").size() == 1);
  const json& open = output.at("open").at(0);
  CHECK(open.at("point") == "ReduceMax.nan");
  CHECK(open.at("node") == "ReduceMax-13 (output 'output_0')");
  CHECK(open.at("elements") == json::array({json::array({1})}));
  CHECK(open.at("depends") == false);
  CHECK(open.at("shape") == false);
}

TEST_CASE("run --format json has an empty list where the specification decides") {
  const Workshop here;
  write(here, {{"operator", "Abs"},
               {"version", 13},
               {"inputs", {{{"type", "int64"}, {"shape", {1}}, {"data", {-5}}}}}});
  const json output = run(here).at("outputs").at(0);
  CHECK(output.at("value").at("data") == json{5});
  CHECK(output.at("open").empty());
}

TEST_CASE("run --format json writes no files") {
  check_fails({"run", "m.onnx", "--format", "json", "--output-dir", "out"}, exit_usage,
              "--format json prints the outputs alone");
}

}  // namespace
}  // namespace etalon::open_test
