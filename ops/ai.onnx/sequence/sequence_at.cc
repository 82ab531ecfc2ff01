// SequenceAt: the tensor of input_sequence at `position`; negative positions count from the end.
//   11
#include "engine/numerics.h"

namespace etalon {
namespace {

Values sequence_at(const Call& call) {
  const Sequence& sequence = call.value("input_sequence").sequence();
  const int64_t position = call.tensor("position").item<int64_t>();
  const auto size = static_cast<int64_t>(sequence.items.size());
  if (position < -size || position >= size) {
    throw InvalidInput("position {} is outside [{}, {}]", position, -size, size - 1);
  }
  return {sequence.items[static_cast<size_t>(position < 0 ? position + size : position)]};
}

const Operator op("SequenceAt", {{11, sequence_at}});

}  // namespace
}  // namespace etalon
