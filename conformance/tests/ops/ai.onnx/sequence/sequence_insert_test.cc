#include "conformance/tests/ops/ai.onnx/sequence/sequences.h"

namespace etalon::test::sequence_insert_test {

TEST_CASE("SequenceInsert puts in before a position; by default at the end") {
  const Tensor zero = f32({1}, {0});
  const auto inserted = [&](int64_t position) {
    return show(OneNode("SequenceInsert", 11).run({three_tensors(), zero, i64({}, {position})}));
  };
  CHECK(show(OneNode("SequenceInsert", 11).run({empty_sequence(), zero})) == "seq(float[1] 0)");
  CHECK(inserted(0) == "seq(float[1] 0; float[1] 1; float[2] 2 2; float[3] 3 3 3)");
  CHECK(inserted(-1) == "seq(float[1] 1; float[2] 2 2; float[1] 0; float[3] 3 3 3)");
  CHECK(inserted(3) == "seq(float[1] 1; float[2] 2 2; float[3] 3 3 3; float[1] 0)");
  CHECK(OneNode("SequenceInsert", 11).error({three_tensors(), zero, i64({}, {4})}) ==
        "InvalidInput: SequenceInsert-11 (output 'y0'): position 4 is outside [-3, 3]");
  CHECK(OneNode("SequenceInsert", 11).error({three_tensors(), i64({}, {1})}) ==
        "InvalidInput: SequenceInsert-11 (output 'y0'): a tensor(int64) cannot be inserted into a "
        "sequence of tensor(float)");
}

}  // namespace etalon::test::sequence_insert_test
