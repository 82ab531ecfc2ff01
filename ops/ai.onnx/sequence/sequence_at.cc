// SequenceAt: the tensor of input_sequence at `position`; negative positions count from the end.
//   11
#include "ops/ai.onnx/sequence/sequence.h"

namespace etalon {
namespace {

Values sequence_at(const Call& call) {
  const Sequence& input_sequence = call.value("input_sequence").sequence();
  return {input_sequence.items[size_t(item_at(input_sequence, position_of(call)))]};
}

const Operator op("SequenceAt", sequence_at, {11});

}  // namespace
}  // namespace etalon
