// SequenceErase: input_sequence without the tensor at `position` (default: the last); negative
// positions count from the end.
//   11
#include "ops/ai.onnx/sequence/sequence.h"

namespace etalon {
namespace {

Values sequence_erase(const Call& call) {
  Sequence sequence = call.value("input_sequence").sequence();
  const Tensor* position = call.maybe("position");
  const int64_t at = position ? position->item<int64_t>() : -1;
  sequence.items.erase(sequence.items.begin() + item_at(sequence, at));
  return {sequence};
}

const Operator op("SequenceErase", sequence_erase, {11});

}  // namespace
}  // namespace etalon
