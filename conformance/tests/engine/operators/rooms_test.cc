#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"

#include <set>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::rooms_test {

TEST_CASE("every entry of a room is of an operator of its family") {
  std::set<std::pair<std::string, std::string>> registered;
  for (const Registration& each : all_implementations()) {
    const std::string file = each.source.substr(0, each.source.find(':'));
    registered.emplace(file.substr(0, file.rfind('/')), each.name);
  }
  for (const auto& key : names_with_rooms()) {
    INFO(key.first << " " << key.second);
    CHECK(registered.contains(key));
  }
  CHECK(names_with_rooms().size() > 20);
}

TEST_CASE("an operator's rooms are found by the path of any file of its family") {
  const Rooms& rooms = rooms_of("ops/ai.onnx/math/clip.cc", "Clip");
  CHECK(rooms.open.source.starts_with("ops/ai.onnx/math/open/clip.cc:"));
  CHECK(!rooms.quick.run);
  CHECK(rooms_of("ops/ai.onnx/math/open/clip.cc", "Clip").open.run == rooms.open.run);
  CHECK(!rooms_of("ops/ai.onnx/nn/clip.cc", "Clip").open.run);
  CHECK(!rooms_of("ops/ai.onnx/math/clip.cc", "Clasp").open.run);
}

TEST_CASE("formulas alone are asked for on one thread until the scope ends") {
  CHECK(!evaluation().plain);
  {
    const Setting plain(&Evaluation::plain, true);
    CHECK(evaluation().plain);
    const Setting quick(&Evaluation::plain, false);
    CHECK(!evaluation().plain);
  }
  CHECK(!evaluation().plain);
}

}  // namespace etalon::test::rooms_test
