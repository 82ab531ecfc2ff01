// The outputs of `etalon run --format json`, with what the specification leaves open of them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/operators/model.h"

namespace etalon {

// {"schema": 1, "outputs": [{"name", "value": VALUE (json_values.h), "open": [
//   {"point": "MaxPool.nan", "node", "depends": whether the elements depend on the node's result,
//    "shape": whether the tensor's shape is open too, "elements": [[0, 2], …], "item": of a
//    sequence}]}]}
nlohmann::ordered_json outputs_json(const Model& model, const Values& outputs);

}  // namespace etalon
