// MDF's values as ONNX's and back.
#pragma once

#include <string_view>

#include "engine/mdf/value.h"
#include "engine/operators/model.h"
#include "engine/operators/schema.h"

namespace etalon::mdf {

// The value for one formal input: float64 as float32, a bare number or string as shape [1]. None is
// absent. `constraint` says what the input's type variable admits; nullptr when its type is fixed.
// Throws InvalidInput, naming the input, for what is neither an array nor, where the operator takes
// sequences, a list of arrays.
etalon::Value to_onnx(const Value& value, const FormalParameter& formal,
                      const TypeConstraint* constraint);
// Tensors as they are, sequences as lists, an empty optional as none.
Value from_onnx(const etalon::Value& value);

// The value as an attribute of the type that the schema gives it. Throws InvalidInput, naming the
// attribute, for a value that is not of that type.
Attribute attribute_from(const FormalAttribute& formal, const Value& value);

// A single whole number, whatever its type. Throws InvalidInput naming the argument.
int64_t whole_number(const Value& value, std::string_view argument);

}  // namespace etalon::mdf
