// The attributes of LabelEncoder from version 2 on.
#pragma once

#include <string>

#include "engine/operators/operator.h"

namespace etalon {

// The list that one, and only one, of the attributes `keys_*` or `values_*` gives: `what` is
// "keys" or "values". Throws InvalidInput where none or several are given.
Tensor given_list(const Call& call, const std::string& what);
// What becomes of unknown keys: default_tensor, else the default of the values' type. Throws
// InvalidInput for a tensor that is not one value of this type.
Tensor default_of(const Call& call, DType type);

// Throws InvalidInput where a default of another type than the values' is set.
void check_defaults(const Call& call, DType type);

}  // namespace etalon
