// What flows through one step of LSTM and GRU: the gates of an example, for its picture.
#pragma once

#include <optional>

#include "engine/operators/schema.h"
#include "engine/values/json.h"

namespace etalon::site {

// {"operator": "LSTM", "steps": [{"x": [1, 0.5], "h0": 0, "c0": 0, "i": …, "o": …, "f": …, "c": …,
// "C": …, "tanh": …, "H": …}, …]}, GRU's with "z", "r", "h", "H": of the operator's example in
// data/pictures.json, whose hidden_size is
// 1. Everything is the operator's own result: a gate is read where large biases open or close the
// others. Nothing for other operators, or without an example.
std::optional<nlohmann::ordered_json> gates(const Schema& schema);

}  // namespace etalon::site
