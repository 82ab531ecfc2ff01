#include "conformance/tests/ops/one_node.h"

namespace etalon::test::if_test {
namespace {

Graph branch(double value, const Shape& shape) {
  Graph made = graph({}, {}, {"made"});
  made.initializers["made"] = f32(shape, std::vector<double>(element_count(shape), value));
  return made;
}

OneNode choice(int opset) {
  return OneNode("If", opset).set("then_branch", branch(1, {2})).set("else_branch", branch(2, {}));
}

}  // namespace

TEST_CASE("If takes one of its branches, whose shapes may differ") {
  for (const int opset : {1, 11, 13, 16, 19, 21, 23, 24, 25}) {
    CHECK(show(choice(opset).run({scalar(true)})) == "float[2] 1 1");
    CHECK(show(choice(opset).run({scalar(false)})) == "float[] 2");
    CHECK(show(choice(opset).run({tensor(DType::boolean, {1, 1}, {1})})) == "float[2] 1 1");
  }
}

TEST_CASE("If returns sequences") {
  const Graph empty = graph({}, {{"SequenceEmpty", {}, {"s"}}}, {"s"});
  Graph one = graph({}, {{"SequenceConstruct", {"x"}, {"s"}}}, {"s"});
  one.initializers["x"] = f32({1}, {3});
  OneNode node = OneNode("If", 13).set("then_branch", one).set("else_branch", empty);
  CHECK(show(node.run({scalar(true)})) == "seq(float[1] 3)");
  CHECK(show(node.run({scalar(false)})) == "seq()");
}

TEST_CASE("If requires one condition") {
  CHECK(choice(13).error({tensor(DType::boolean, {2}, {1, 1})}).find("InvalidInput: If-13") == 0);
}

}  // namespace etalon::test::if_test
