#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sequence_construct_test {

TEST_CASE("SequenceConstruct puts tensors of one type into a sequence") {
  const Value sequence = OneNode("SequenceConstruct", 11).run({i64({}, {1}), i64({0}, {})});
  CHECK(show(sequence) == "seq(int64[] 1; int64[0])");
  CHECK(to_string(sequence.type()) == "seq(tensor(int64))");
  CHECK(OneNode("SequenceConstruct", 11)
            .error({i64({}, {1}), f32({}, {1})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::sequence_construct_test
