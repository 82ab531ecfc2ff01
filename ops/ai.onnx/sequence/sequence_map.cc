// SequenceMap: out_sequence[i] = body(input_sequence[i], additional inputs), where those that are
// sequences give their i-th element and tensors are given whole.
//   17
#include "engine/formula.h"

namespace etalon {
namespace {

void check_length(const Value& input, size_t length) {
  if (input.is_sequence() && input.sequence().items.size() != length) {
    throw InvalidInput("a sequence has {} elements, but the first sequence has {}",
                       input.sequence().items.size(), length);
  }
}

// What the body is given for element i.
Values inputs_at(const Values& all, size_t i) {
  Values inputs;
  for (const Value& value : all) {
    inputs.push_back(value.is_sequence() ? value.sequence().items[i] : value);
  }
  return inputs;
}

Values sequence_map(const Call& call) {
  const size_t length = call.value("input_sequence").sequence().items.size();
  Values all = call.variadic_values("additional_inputs");
  all.insert(all.begin(), call.value("input_sequence"));
  for (const Value& value : all) check_length(value, length);
  const Subgraph body = call.subgraph("body");
  if (body.graph().inputs.size() != all.size()) {
    throw InvalidModel("the body takes {} inputs, {} are given", body.graph().inputs.size(),
                       all.size());
  }
  std::vector<Sequence> out_sequence;
  for (const ValueInfo& output : body.graph().outputs) {
    out_sequence.push_back({Type::tensor(output.type.dtype), {}});
  }
  for (size_t i = 0; i < length; ++i) {
    count_step();
    const Values out = body(inputs_at(all, i));
    for (size_t k = 0; k < out.size(); ++k) {
      out_sequence[k].element = Type::tensor(out[k].tensor().dtype());
      out_sequence[k].items.push_back(out[k]);
    }
  }
  return {out_sequence.begin(), out_sequence.end()};
}

const Operator op("SequenceMap", sequence_map, {17});

}  // namespace
}  // namespace etalon
