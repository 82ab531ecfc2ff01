// SequenceErase: input_sequence without the tensor at `position` (default: the last); negative
// positions count from the end.
//   11
#include "ops/ai.onnx/sequence/sequence.h"

namespace etalon {
namespace {

Values sequence_erase(const Call& call) {
  Sequence sequence = call.value("input_sequence").sequence();
  sequence.items.erase(sequence.items.begin() + item_at(sequence, position_of(call, -1)));
  return {sequence};
}

const Operator op("SequenceErase", sequence_erase, {11});

}  // namespace
}  // namespace etalon
