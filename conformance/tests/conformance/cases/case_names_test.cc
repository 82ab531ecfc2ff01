#include "conformance/cases/case_names.h"

#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::case_names_test {
namespace {

using test::has;
using test::refusal;

TEST_CASE("a case is found by its folder") {
  const TemporaryFolder scratch;
  test::write_add_folder(scratch.path() / "node" / "test_add", {11, 22});
  const Case found = find_case((scratch.path() / "node" / "test_add").string());
  CHECK(found.name == "test_add");
  CHECK(found.suite == "node");
  // With a slash at the end, as shells complete it.
  CHECK(find_case((scratch.path() / "node" / "test_add" / "").string()).name == "test_add");
}

TEST_CASE("an own case is found by its file and name or by its name alone") {
  const TemporaryFolder scratch;
  const auto file = scratch.path() / "add.json";
  test::write_text(file, test::add_cases({{"one", {11, 22}}, {"other #2", {11, 22}}}));
  CHECK(find_case(file.string() + "#Add: other #2").index == 1);
  CHECK(has(refusal([&] { find_case(file.string() + "#nothing"); }), "there is no case 'nothing'"));
  CHECK(has(refusal([&] { find_case(file.string()); }), "contains 2 cases; name one: "));
  CHECK(find_case("ai.onnx/Softmax: 13 gives nothing to -∞").release == "own");
}

TEST_CASE("of what is no case; names that are near are told") {
  const std::string unknown = refusal([] { find_case("own/ai.onnx/13 gives nothing to"); });
  CHECK(has(unknown, "InvalidInput: own/ai.onnx/13 gives nothing to: not a file, a folder"));
  CHECK(has(unknown, "did you mean Softmax: 13 gives nothing to -∞?"));
  CHECK(has(refusal([] { find_case("no\nwhere"); }), "no\\x0awhere: not a file"));
  CHECK(has(refusal([] { find_case(""); }), "not a file, a folder with a case"));
  const TemporaryFolder scratch;
  CHECK(has(refusal([&] { find_case(scratch.path().string()); }), "contains no case"));
  test::write_add_folder(scratch.path() / "a", {11, 22});
  test::write_add_folder(scratch.path() / "b", {11, 22});
  CHECK(has(refusal([&] { find_case(scratch.path().string()); }), "contains 2 cases"));
}

}  // namespace
}  // namespace etalon::case_names_test
