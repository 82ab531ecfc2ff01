// Values as the project's own cases write them in JSON.
//
//   {"type": "float", "shape": [2], "data": [1, "nan"]}     a tensor; "tensor(float)" is the same
//   {"type": "float", "data": 1}                            rank 0; a list without shape is rank 1
//   {"type": "seq(tensor(float))", "items": [VALUE, …]}     items may leave out their type
//   {"type": "optional(tensor(float))", "value": VALUE}     or null
//   {"type": "map(string, tensor(float))", "keys": ["a"], "values": [VALUE or number, …]}
//   {"type": "sparse_tensor(float)", "shape": [3], "values": [5], "indices": [1]}
//   null                                                    an input or output left out
//
// Numbers are JSON numbers, or strings where JSON has no notation: "nan", "inf", "-inf", "-0",
// "0x1p-3". A complex number is a pair [real, imaginary].
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/values/value.h"

namespace etalon {

// The type in a "type". Throws InvalidInput for a text that is none.
Type type_written(const std::string& text);
// Each throws InvalidInput, or an exception of the JSON library for a field of the wrong kind.
Value value_from_json(const nlohmann::json& json);
Tensor tensor_from_json(const nlohmann::json& json);

// The inverse: reading it gives the same value, NaN payloads apart. Floats are the shortest
// decimals that do.
nlohmann::ordered_json value_to_json(const Value& value);

}  // namespace etalon
