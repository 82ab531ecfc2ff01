#include "conformance/generate/drafting.h"

#include "conformance/tests/catch.h"
#include "engine/values/errors.h"

namespace etalon::drafting_test {
namespace {

const Schema& schema(const std::string& name, int version) {
  return *find_schema("", name, version);
}

// The message that a change of a call throws; "" when it throws nothing.
std::string complaint(const std::function<void()>& change) {
  try {
    change();
  } catch (const InternalError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("Drafting: a rule cannot set an attribute that the version does not have") {
  Draw draw(1);
  Drafting call(schema("Shape", 13), draw);
  CHECK(complaint([&] { call.set("start", 1); }) == "Shape-13 has no attribute 'start'");
  CHECK(complaint([&] { call.give("axes", {1}); }) ==
        "Shape-13 has neither an attribute nor an input 'axes'");
  CHECK(call.node.attribute_size() == 0);
  Drafting newer(schema("Shape", 15), draw);
  newer.set("start", 1);
  CHECK(newer.node.attribute(0).i() == 1);
}

TEST_CASE("Drafting: an attribute has the type of the version's schema") {
  Draw draw(1);
  Drafting older(schema("Cast", 1), draw);
  CHECK(complaint([&] { older.set("to", 1); }) ==
        "Cast-1: attribute 'to' is of type string, not int");
  older.set("to", "FLOAT");
  CHECK(older.node.attribute(0).s() == "FLOAT");
}

TEST_CASE("Drafting: an attribute that only some versions have can be set for those") {
  Draw draw(1);
  Drafting call(schema("Shape", 13), draw);
  call.set_if_known("start", 1);
  call.offer_flag("start");
  CHECK(call.node.attribute_size() == 0);
  const std::string nobodys = "no version of Shape has an attribute 'strat'";
  CHECK(complaint([&] { call.set_if_known("strat", 1); }) == nobodys);
  CHECK(complaint([&] { call.offer_flag("strat"); }) == nobodys);
  CHECK(complaint([&] { call.offer_real("strat", 0, 1); }) == nobodys);
}

TEST_CASE("Drafting: integers are given to the attribute or the input that the version has") {
  Draw draw(1);
  Drafting older(schema("Squeeze", 11), draw);
  older.add({1, 2});
  older.give("axes", {0});
  CHECK(older.node.attribute(0).ints(0) == 0);
  CHECK(older.inputs.size() == 1);
  Drafting newer(schema("Squeeze", 13), draw);
  newer.add({1, 2});
  newer.give("axes", {0});
  CHECK(newer.node.attribute_size() == 0);
  CHECK(newer.inputs.at(1).tensor().ints() == std::vector<int64_t>{0});
}

}  // namespace
}  // namespace etalon::drafting_test
