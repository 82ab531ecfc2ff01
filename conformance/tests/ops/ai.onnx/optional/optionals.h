// For the optional family's tests: optionals and their values.
#pragma once

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

inline Value one_scalar() { return Sequence{Type::tensor(DType::int64), {i64({}, {1})}}; }

inline Value optional_of(const Value& value, const Type& type) {
  return Optional{type, std::make_shared<const Value>(value)};
}

}  // namespace etalon::test
