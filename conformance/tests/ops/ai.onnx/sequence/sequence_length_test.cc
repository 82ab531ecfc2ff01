#include "conformance/tests/ops/ai.onnx/sequence/sequences.h"

namespace etalon::test::sequence_length_test {

TEST_CASE("SequenceLength counts the tensors") {
  CHECK(show(OneNode("SequenceLength", 11).run({three_tensors()})) == "int64[] 3");
  CHECK(show(OneNode("SequenceLength", 11).run({empty_sequence()})) == "int64[] 0");
}

}  // namespace etalon::test::sequence_length_test
