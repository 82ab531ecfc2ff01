// Sequences.
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void no_items(const Call& call) {
  at_point("empty_container", call.value("input_sequence").sequence().items.empty());
}

void input_of_rank_0(const Call& call) { at_point("rank0", call.tensor("input").rank() == 0); }

const Open op[] = {{"SequenceErase", no_items}, {"SplitToSequence", input_of_rank_0}};

}  // namespace
}  // namespace etalon
