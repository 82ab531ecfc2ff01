// OptionalHasElement: output = whether input holds something.
//   15
//   18, 28    a tensor or sequence does, an input left out does not; 28: more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values optional_has_element(const Call& call) {
  const Value& input = call.value("input");
  const bool empty = input.absent() || (input.is_optional() && !input.optional().held);
  return {scalar(!empty)};
}

const Operator op("OptionalHasElement", optional_has_element, {15, 18, 28});

}  // namespace
}  // namespace etalon
