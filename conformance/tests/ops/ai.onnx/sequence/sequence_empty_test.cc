#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sequence_empty_test {

TEST_CASE("SequenceEmpty keeps its element type") {
  CHECK(to_string(OneNode("SequenceEmpty", 11).run({}).type()) == "seq(tensor(float))");
  CHECK(to_string(OneNode("SequenceEmpty", 11).set("dtype", 8).run({}).type()) ==
        "seq(tensor(string))");
  CHECK(OneNode("SequenceEmpty", 11).set("dtype", 99).error({}) ==
        "InvalidInput: SequenceEmpty-11 (output 'y0'): dtype is 99, which is not a type that a "
        "sequence may hold");
}

}  // namespace etalon::test::sequence_empty_test
