#include "conformance/tests/ops/ai.onnx/sequence/sequences.h"

namespace etalon::test::sequence_at_test {

TEST_CASE("SequenceAt counts from either end") {
  CHECK(show(OneNode("SequenceAt", 11).run({three_tensors(), i64({}, {1})})) == "float[2] 2 2");
  CHECK(show(OneNode("SequenceAt", 11).run({three_tensors(), tensor(DType::int32, {}, {-3})})) ==
        "float[1] 1");
  CHECK(OneNode("SequenceAt", 11).error({three_tensors(), i64({}, {3})}) ==
        "InvalidInput: SequenceAt-11 (output 'y0'): position 3 is outside [-3, 2]");
  CHECK(OneNode("SequenceAt", 11).error({empty_sequence(), i64({}, {0})}) ==
        "InvalidInput: SequenceAt-11 (output 'y0'): position 0 is outside [0, -1]");
  CHECK(OneNode("SequenceAt", 11).error({three_tensors(), i64({1}, {0})}) ==
        "InvalidInput: SequenceAt-11 (output 'y0'): position has rank 1, not 0");
}

}  // namespace etalon::test::sequence_at_test
