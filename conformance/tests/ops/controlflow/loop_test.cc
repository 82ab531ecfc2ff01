#include "conformance/tests/ops/one_node.h"

namespace etalon::test {
namespace {

// sum += x (from outside the loop's own inputs: the iteration number); scan out: the sum.
Graph counting_body() {
  return graph({"i", "cond", "sum"},
               {{"Add", {"sum", "i"}, {"next"}}, {"Identity", {"cond"}, {"again"}}},
               {"again", "next", "next"});
}

}  // namespace

TEST_CASE("Loop carries values and stacks scan outputs") {
  const Values out = OneNode("Loop", 13).outputs(2).set("body", counting_body()).run_all(
      {i64({}, {4}), scalar(true), i64({}, {10})});
  CHECK(show(out[0]) == "int64[] 16");
  CHECK(show(out[1]) == "int64[4] 10 11 13 16");
}

TEST_CASE("Loop does not run when the condition is false or M is 0") {
  const OneNode loop = OneNode("Loop", 13).outputs(2).set("body", counting_body());
  CHECK(show(loop.run({i64({}, {4}), scalar(false), i64({}, {10})})) == "int64[] 10");
  CHECK(show(loop.run({i64({}, {0}), Value(), i64({}, {10})})) == "int64[] 10");
}

}  // namespace etalon::test
