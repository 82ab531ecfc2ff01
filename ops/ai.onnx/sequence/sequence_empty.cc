// SequenceEmpty: output = a sequence of no tensors, of element type `dtype` (default: float).
//   11
#include "engine/formula.h"

namespace etalon {
namespace {

Values sequence_empty(const Call& call) {
  const int64_t dtype = call.integer("dtype", static_cast<int64_t>(DType::float32));
  for (const Type& sequence : call.schema().constraint("S")->accepted) {
    if (static_cast<int64_t>(sequence.element->dtype) == dtype) {
      return {Sequence{*sequence.element, {}}};
    }
  }
  throw InvalidInput("dtype is {}, which is not a type that a sequence may hold", dtype);
}

const Operator op("SequenceEmpty", sequence_empty, {11});

}  // namespace
}  // namespace etalon
