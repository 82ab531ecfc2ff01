#include "conformance/tests/ops/one_node.h"

namespace etalon::test::loop_test {
namespace {

// sum += x (from outside the loop's own inputs: the iteration number); scan out: the sum.
Graph counting_body() {
  return graph({"i", "cond", "sum"},
               {{"Add", {"sum", "i"}, {"next"}}, {"Identity", {"cond"}, {"again"}}},
               {"again", "next", "next"});
}

// As counting_body, but stops when the sum passes 3.
Graph stopping_body() {
  Graph body = graph({"i", "cond", "sum"},
                     {{"Add", {"sum", "i"}, {"next"}}, {"Greater", {"three", "next"}, {"again"}}},
                     {"again", "next"});
  body.initializers["three"] = i64({}, {3});
  return body;
}

}  // namespace

TEST_CASE("Loop carries values and stacks scan outputs") {
  for (const int opset : {7, 11, 13, 16, 19, 21, 23, 24, 25}) {
    const Values out = OneNode("Loop", opset)
                           .outputs(2)
                           .set("body", counting_body())
                           .run_all({i64({}, {4}), scalar(true), i64({}, {10})});
    CHECK(show(out[0]) == "int64[] 16");
    CHECK(show(out[1]) == "int64[4] 10 11 13 16");
  }
}

TEST_CASE("Loop does not run when the condition is false or M is 0") {
  Graph body = counting_body();
  body.outputs[2].type = Type::tensor(DType::int64);
  body.outputs[2].type.shape = std::vector<Dim>{};
  const OneNode loop = OneNode("Loop", 13).outputs(2).set("body", body);
  CHECK(show(loop.run({i64({}, {4}), scalar(false), i64({}, {10})})) == "int64[] 10");
  CHECK(show(loop.run({i64({}, {0}), Value(), i64({}, {10})})) == "int64[] 10");
  CHECK(show(loop.run({i64({1}, {-3}), Value(), i64({}, {10})})) == "int64[] 10");
}

TEST_CASE("Loop stops by the body's condition only where cond is given") {
  const OneNode loop = OneNode("Loop", 13).set("body", stopping_body());
  CHECK(show(loop.run({i64({}, {6}), scalar(true), i64({}, {0})})) == "int64[] 3");
  CHECK(show(loop.run({Value(), scalar(true), i64({}, {0})})) == "int64[] 3");
  CHECK(show(loop.run({i64({}, {6}), Value(), i64({}, {0})})) == "int64[] 15");
}

TEST_CASE("Loop without a bound runs into the step limit") {
  Model model;
  model.opsets[""] = 13;
  Node node;
  node.op_type = "Loop";
  node.inputs = {"", ""};
  node.outputs = {};
  const Graph body = graph({"i", "cond"}, {}, {"cond"});
  node.attributes["body"] = {"body", AttributeType::graph, "", std::make_shared<const Graph>(body)};
  model.graph.nodes.push_back(node);
  Options options;
  options.limits.max_steps = 1000;
  CHECK_THROWS_AS(evaluate(model, {}, options), LimitExceeded);
}

TEST_CASE("The scan output of no iterations has the rank that the body declares") {
  Graph body = counting_body();
  body.outputs[2].type = Type::tensor(DType::float16);
  body.outputs[2].type.shape = std::vector<Dim>{int64_t{3}, std::string("n"), std::monostate{}};
  const Values inputs{i64({}, {0}), Value(), i64({}, {10})};
  CHECK(show(OneNode("Loop", 13).outputs(2).set("body", body).run_all(inputs)[1]) ==
        "float16[0, 3, 0, 0]");
  CHECK(OneNode("Loop", 13).outputs(2).set("body", counting_body()).error(inputs) ==
        "Unspecified: Loop-13 (output 'y0'): there is no iteration, and the body declares no type "
        "and rank for 'next'");
}

TEST_CASE("Loop's scan outputs keep one shape") {
  const Graph body =
      graph({"i", "cond", "x"}, {{"Concat", {"x", "x"}, {"next"}}}, {"cond", "next", "next"});
  Graph doubling = body;
  doubling.nodes[0].attributes["axis"] = {"axis", AttributeType::integer, "", int64_t{0}};
  CHECK(OneNode("Loop", 13)
            .outputs(2)
            .set("body", doubling)
            .error({i64({}, {2}), Value(), f32({1}, {1})})
            .find("InvalidInput: Loop-13") == 0);
}

TEST_CASE("Loop-13 carries sequences") {
  const Graph body =
      graph({"i", "cond", "s"}, {{"SequenceInsert", {"s", "i"}, {"longer"}}}, {"cond", "longer"});
  const Value empty = Sequence{Type::tensor(DType::int64), {}};
  CHECK(show(OneNode("Loop", 13).set("body", body).run({i64({}, {3}), Value(), empty})) ==
        "seq(int64[] 0; int64[] 1; int64[] 2)");
}

TEST_CASE("Loop-16 wraps a value that is carried to where the body declares an optional") {
  Graph body =
      graph({"i", "cond", "x"}, {{"OptionalHasElement", {"x"}, {"has"}}}, {"cond", "i", "has"});
  body.inputs[2].type = Type::optional(Type::tensor(DType::int64));
  const Value none = Optional{Type::tensor(DType::int64), nullptr};
  const Values out =
      OneNode("Loop", 16).outputs(2).set("body", body).run_all({i64({}, {2}), Value(), none});
  CHECK(show(out[0]) == "int64[] 1");
  CHECK(show(out[1]) == "bool[2] false true");
}

TEST_CASE("Loop refuses a body that takes or returns another number of values") {
  CHECK(OneNode("Loop", 13)
            .set("body", graph({"i", "cond"}, {}, {"cond"}))
            .error({i64({}, {1}), Value(), i64({}, {0})}) ==
        "InvalidModel: Loop-13 (output 'y0'): the body takes 2 values and returns 1, where it is "
        "given 3 and must return at least 2");
  CHECK(OneNode("Loop", 25)
            .set("body", counting_body())
            .error({i64({}, {1}), Value(), i64({}, {0})}) ==
        "InvalidModel: Loop-25 (output 'y0'): the node has 1 outputs, but its attributes and "
        "inputs give 2");
}

TEST_CASE("Loop refuses a body whose condition is not a bool also where it does not count") {
  Graph body = graph({"i", "cond"}, {}, {"i", "i"});
  CHECK(OneNode("Loop", 25).set("body", body).error({i64({}, {1}), Value()}) ==
        "InvalidInput: Loop-25 (output 'y0'): the body's condition is a tensor(int64), not a "
        "tensor(bool)");
}

}  // namespace etalon::test::loop_test
