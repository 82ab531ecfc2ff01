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

TEST_CASE("If takes one of its branches whose shapes may differ") {
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

TEST_CASE("If refuses branches that differ in number and types of their outputs") {
  Graph two = branch(2, {});
  two.outputs.push_back(two.outputs[0]);
  const std::string place = "InvalidModel: If-25 (output 'y0'): ";
  OneNode node = OneNode("If", 25).set("then_branch", branch(1, {2})).set("else_branch", two);
  CHECK(node.error({scalar(true)}) == place + "then_branch has 1 outputs and else_branch 2");

  Graph floats = branch(1, {}), integers = branch(2, {});
  floats.outputs[0].type = Type::tensor(DType::float32);
  integers.outputs[0].type = Type::tensor(DType::int64);
  node = OneNode("If", 25).set("then_branch", floats).set("else_branch", integers);
  CHECK(node.error({scalar(true)}) ==
        place + "output 0 is a tensor(float) of then_branch and a tensor(int64) of else_branch");
}

TEST_CASE("If-1 refuses branches whose outputs are declared of different shapes") {
  const auto of_shape = [](double value, const Shape& shape, const std::vector<Dim>& declared) {
    Graph made = branch(value, shape);
    made.outputs[0].type = Type::tensor(DType::float32);
    made.outputs[0].type.shape = declared;
    return made;
  };
  const auto error = [&](int opset, const std::vector<Dim>& declared) {
    return OneNode("If", opset)
        .set("then_branch", of_shape(1, {2}, {int64_t{2}}))
        .set("else_branch", of_shape(2, {3}, declared))
        .error({scalar(true)});
  };
  CHECK(error(1, {int64_t{3}}) ==
        "InvalidModel: If-1 (output 'y0'): output 0 has different shapes in then_branch and "
        "else_branch");
  CHECK(error(1, {int64_t{2}, int64_t{1}}).starts_with("InvalidModel"));
  CHECK(error(1, {std::string("N")}).empty());
  CHECK(error(11, {int64_t{3}}).empty());
}

TEST_CASE("If requires one condition") {
  CHECK(choice(13).error({tensor(DType::boolean, {2}, {1, 1})}).find("InvalidInput: If-13") == 0);
}

}  // namespace etalon::test::if_test
