// SequenceInsert: input_sequence with `tensor` put in before `position` (default: at the end);
// negative positions count from the end.
//   11
#include "ops/ai.onnx/sequence/sequence.h"

namespace etalon {
namespace {

Values sequence_insert(const Call& call) {
  Sequence sequence = call.value("input_sequence").sequence();
  const Tensor& tensor = call.tensor("tensor");
  const Tensor* position = call.maybe("position");
  if (!compatible(sequence.element, Type::tensor(tensor.dtype()))) {
    throw InvalidInput("a tensor({}) cannot be inserted into a sequence of {}",
                       name(tensor.dtype()), to_string(sequence.element));
  }
  const auto end = static_cast<int64_t>(sequence.items.size());
  const int64_t at = position ? position->item<int64_t>() : end;
  sequence.items.insert(sequence.items.begin() + insertion_at(sequence, at), tensor);
  return {sequence};
}

const Operator op("SequenceInsert", sequence_insert, {11});

}  // namespace
}  // namespace etalon
