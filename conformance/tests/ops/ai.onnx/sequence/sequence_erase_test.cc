#include "conformance/tests/ops/ai.onnx/sequence/sequences.h"

namespace etalon::test::sequence_erase_test {

TEST_CASE("SequenceErase removes the last tensor by default") {
  CHECK(show(OneNode("SequenceErase", 11).run({three_tensors()})) ==
        "seq(float[1] 1; float[2] 2 2)");
  CHECK(show(OneNode("SequenceErase", 11).run({three_tensors(), i64({}, {-3})})) ==
        "seq(float[2] 2 2; float[3] 3 3 3)");
  CHECK(OneNode("SequenceErase", 11).error({three_tensors(), i64({}, {-4})}) ==
        "InvalidInput: SequenceErase-11 (output 'y0'): position -4 is outside [-3, 2]");
  CHECK(OneNode("SequenceErase", 11).error({empty_sequence()}).starts_with("InvalidInput"));
}

}  // namespace etalon::test::sequence_erase_test
