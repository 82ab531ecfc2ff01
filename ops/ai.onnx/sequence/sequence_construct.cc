// SequenceConstruct: output_sequence = the inputs, all of one element type.
//   11
#include "engine/formula.h"

namespace etalon {
namespace {

Values sequence_construct(const Call& call) {
  const Values inputs = call.variadic_values("inputs");
  return {Sequence{Type::tensor(inputs.at(0).tensor().dtype()), inputs}};
}

const Operator op("SequenceConstruct", sequence_construct, {11});

}  // namespace
}  // namespace etalon
