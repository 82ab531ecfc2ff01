// SequenceInsert in the releases that take a position of 0 for none.
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

Values at_end(const Call& call) {
  const Tensor* position = call.maybe("position");
  const bool is_zero = position && position->size() == 1 && position->item<int64_t>() == 0;
  const Values inputs = is_zero ? with_changed(call, {{"position", Value()}}) : call.inputs();
  return call.node().implementation->run(Call(call, inputs));
}

const Released op("SequenceInsert", {"sequence-insert-at-end"}, at_end);

}  // namespace
}  // namespace etalon
