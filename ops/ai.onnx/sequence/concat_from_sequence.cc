// ConcatFromSequence: concat_result = the tensors of input_sequence joined along `axis`; when
// new_axis is 1, along a new one.
//   11
#include "engine/formula.h"

namespace etalon {
namespace {

Values concat_from_sequence(const Call& call) {
  const Sequence& input_sequence = call.value("input_sequence").sequence();
  if (input_sequence.items.empty()) {
    throw InvalidInput("input_sequence is empty").at("empty_container");
  }
  const bool new_axis = call.flag("new_axis");
  const size_t rank = input_sequence.items[0].tensor().rank() + (new_axis ? 1 : 0);
  const size_t axis = axis_index(call.integer("axis"), rank);
  std::vector<Tensor> tensors;
  for (const Value& item : input_sequence.items) {
    Shape shape = item.tensor().shape();
    if (new_axis && axis <= shape.size()) shape.insert(shape.begin() + std::ptrdiff_t(axis), 1);
    tensors.push_back(item.tensor().reshaped(shape));
  }
  return {concat(tensors, axis)};
}

const Operator op("ConcatFromSequence", concat_from_sequence, {11});

}  // namespace
}  // namespace etalon
