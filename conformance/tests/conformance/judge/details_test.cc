#include "conformance/judge/details.h"
#include "engine/values/json.h"

#include <limits>

#include "conformance/common/paths.h"
#include "conformance/judge/judge.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::details_test {
namespace {

using test::floats;
using test::SmallModel;

using Texts = std::vector<std::string>;

TEST_CASE("a node is shown with its attributes; defaults included") {
  SmallModel small(13);
  small.input("x", floats({1, 2})).node("Softmax", {"x"}, {"y"}).output("y");
  const BoundModel model = small.model();
  const std::vector<NodeText> nodes = node_texts(model);
  REQUIRE(nodes.size() == 1);
  CHECK(nodes[0].op == "Softmax-13");
  CHECK(nodes[0].attributes == std::vector<std::pair<std::string, std::string>>{{"axis", "-1"}});
  CHECK(nodes[0].inputs == Texts{"x"});
  CHECK(nodes[0].outputs == Texts{"y"});
}

TEST_CASE("a value is shown with its type and shape and first elements") {
  const ValueText text = value_summary("x", floats(std::vector<double>(100, 0.5)), true);
  CHECK(text.type == "tensor(float)");
  CHECK(text.shape == Shape{100});
  CHECK(text.elements == Texts(shown_elements, "0.5"));
  CHECK(value_summary("x", floats({1}), false).elements.empty());
  CHECK(value_summary("x", Value(), true).type == "absent");
  const Value sequence = Sequence{Type::tensor(DType::float32), {floats({1, 2}), floats({3})}};
  CHECK(value_summary("s", sequence, true).elements == Texts{"[1, 2]", "[3]"});
}

TEST_CASE("long texts are cut between characters") {
  Texts strings(1, "");
  for (int i = 0; i < 100; ++i) strings[0] += "\xc3\xa9";
  Array<std::string> array = empty_array<std::string>({1});
  array.data()[0] = strings[0];
  const std::string shown =
      value_summary("x", Tensor::of(DType::string, array), true).elements.at(0);
  CHECK(shown.size() < 130);
  CHECK(shown.ends_with("\xc3\xa9…"));
}

TEST_CASE("of an output that differs; the worst places come first") {
  const double inf = std::numeric_limits<double>::infinity();
  const Tolerance tolerance{0, 1, std::nullopt};
  // Beyond the tolerance of 1: by factors of 3, 10 and, for the infinity, more than any.
  const DifferingOutput output =
      difference_text("y", floats({0, 3, 1, 10, inf}), floats({0, 0, 0, 0, 0}), tolerance);
  CHECK(output.differing == 3);
  REQUIRE(output.places.size() == 3);
  CHECK(output.places[0].where == "[4]");
  CHECK(output.places[0].got == "inf");
  CHECK(output.places[1].where == "[3]");
  CHECK(output.places[2].where == "[1]");
  CHECK(output.places[2].expected == "0");
}

TEST_CASE("values of different shapes are shown without places") {
  const DifferingOutput output = difference_text("y", floats({1}), floats({1, 2}), {});
  CHECK(output.places.empty());
  CHECK(output.got.shape == Shape{1});
  CHECK(output.expected.elements == Texts{"1", "2"});
}

TEST_CASE("a failing case carries its node and inputs and both outputs and JSON keeps them") {
  const TemporaryFolder scratch;
  test::write_add_folder(scratch.path() / "node" / "test_add", {11, 23});  // 1 + 10, 2 + 20
  const CaseResult result = judge(discover(scratch.path()).at(0));
  CHECK(result.status == Status::fail);
  for (const CaseResult& one : {result, result_from_json(to_json(result))}) {
    CHECK(one.path == (std::filesystem::canonical(scratch.path()) / "node/test_add").string());
    const CaseDetails& details = one.details;
    REQUIRE(details.nodes.size() == 1);
    CHECK(details.nodes[0].op.starts_with("Add-"));
    REQUIRE(details.inputs.size() == 2);
    CHECK(details.inputs[0].elements == Texts{"1", "2"});
    CHECK(details.outputs.at(0).type == "tensor(float)");
    CHECK(details.tolerance->rtol == 1e-3);
    CHECK(details.data_set == 0U);
    REQUIRE(details.differences.size() == 1);
    CHECK(details.differences[0].got.elements == Texts{"11", "22"});
    CHECK(details.differences[0].expected.elements == Texts{"11", "23"});
    REQUIRE(details.differences[0].places.size() == 1);
    CHECK(details.differences[0].places[0].where == "[1]");
  }
}

TEST_CASE("a passing case carries types and shapes but no elements") {
  const TemporaryFolder scratch;
  test::write_add_folder(scratch.path() / "node" / "test_add", {11, 22});
  const CaseResult result = judge(discover(scratch.path()).at(0));
  CHECK(result.status == Status::pass);
  REQUIRE(result.details.inputs.size() == 2);
  CHECK(result.details.inputs[0].shape == Shape{2});
  CHECK(result.details.inputs[0].elements.empty());
  CHECK(result.details.differences.empty());
}

}  // namespace
}  // namespace etalon::details_test
