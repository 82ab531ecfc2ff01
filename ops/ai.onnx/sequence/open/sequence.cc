// Sequences.
#include "ops/ai.onnx/one_element.h"

namespace etalon {
namespace {

void no_items(const Call& call) {
  at_point("empty_container", call.value("input_sequence").sequence().items.empty());
}

void rank_and_parts(const Call& call) {
  at_point("rank0", call.tensor("input").rank() == 0);
  const Tensor* split = call.maybe("split");
  if (!split || split->rank() != 1) return;
  const std::vector<int64_t> lengths = split->ints();
  at_point("part_of_0", std::find(lengths.begin(), lengths.end(), 0) != lengths.end());
}

void scalar_position(const Call& call) { at_one_element(call, {"position"}); }

const Open op[] = {{"SequenceErase", no_items},
                   {"SequenceInsert", scalar_position},
                   {"SplitToSequence", rank_and_parts}};

}  // namespace
}  // namespace etalon
