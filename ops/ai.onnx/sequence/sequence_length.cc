// SequenceLength: length = the number of tensors in input_sequence, an int64 scalar.
//   11
#include "engine/formula.h"

namespace etalon {
namespace {

Values sequence_length(const Call& call) {
  const Sequence& input_sequence = call.value("input_sequence").sequence();
  return {scalar(DType::int64, static_cast<int64_t>(input_sequence.items.size()))};
}

const Operator op("SequenceLength", sequence_length, {11});

}  // namespace
}  // namespace etalon
