// Optional: output = an optional that holds `input`, or, without input, none of type `type`.
//   15, 28    28: more types
#include "engine/formula.h"

namespace etalon {
namespace {

Type type_attribute(const Call& call) {
  const Type* type = std::get_if<Type>(&call.attribute("type").value);
  if (!type) throw InvalidInput("attribute 'type' is not a type");
  return *type;
}

Values optional(const Call& call) {
  const Value& input = call.value("input");
  if (input.absent()) {
    if (!call.has("type")) throw InvalidInput("neither input nor attribute 'type' is given");
    return {Optional{type_attribute(call), nullptr}};
  }
  const Type type = input.is_tensor() ? Type::tensor(input.tensor().dtype()) : input.type();
  if (call.has("type") && !compatible(type_attribute(call), type)) {
    throw InvalidInput("input is a {} where attribute 'type' says {}", to_string(type),
                       to_string(type_attribute(call)));
  }
  return {Optional{type, std::make_shared<const Value>(input)}};
}

const Operator op("Optional", optional, {15, 28});

}  // namespace
}  // namespace etalon
