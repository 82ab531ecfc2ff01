#include "engine/operators/output_type.h"

#include <algorithm>

namespace etalon {

void check_output_type(const Call& call, DType type) {
  const TypeConstraint* constraint = call.schema().constraint(call.schema().outputs[0].type);
  if (!constraint) return;
  const Type wanted = Type::tensor(type);
  const auto fits = [&](const Type& accepted) { return compatible(accepted, wanted); };
  if (std::any_of(constraint->accepted.begin(), constraint->accepted.end(), fits)) return;
  throw InvalidInput("the output cannot have the element type {}", name(type));
}

DType output_type(const Call& call, std::string_view attribute, DType otherwise) {
  const int64_t number = call.integer(attribute, static_cast<int64_t>(otherwise));
  if (number < 1 || number >= dtype_count) {
    throw InvalidInput("{} is {}, which is not an element type", attribute, number);
  }
  check_output_type(call, static_cast<DType>(number));
  return static_cast<DType>(number);
}

}  // namespace etalon
