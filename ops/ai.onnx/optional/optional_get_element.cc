// OptionalGetElement: output = what input holds; an error when it holds nothing.
//   15
//   18, 28    a tensor or sequence is its own element; 28: more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values optional_get_element(const Call& call) {
  const Value& input = call.value("input");
  if (!input.is_optional()) {
    if (input.absent()) throw InvalidInput("input is missing");
    return {input};
  }
  if (!input.optional().held) {
    throw InvalidInput("the optional holds nothing").at("empty_container");
  }
  return {*input.optional().held};
}

const Operator op("OptionalGetElement", optional_get_element, {15, 18, 28});

}  // namespace
}  // namespace etalon
