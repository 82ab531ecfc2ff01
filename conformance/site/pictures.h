// The data of pictures of operators, found by evaluation: which input elements each output element
// reads (windows, padding, sampling grids, axes, masks), and the gates of LSTM and GRU.
#pragma once

#include <optional>

#include "conformance/explain/example.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"

namespace etalon::site {

// An example of at most some dozens of elements is evaluated again and again with one input element
// changed: to NaN, and by 1. It is that of data/pictures.json, else an own case, the more
// attributes the better. Nothing where no example has numeric inputs and outputs of such sizes, or
// where nothing ever changes.
//
//   {"case": NAME or "", "attributes": {…},
//    "inputs":  [{"name", "shape", "values": [TEXT]}],
//    "outputs": [{"name", "shape", "values": [TEXT]}],
//    "reads": [{"input": I, "element": E, "output": O, "elements": [[K, WEIGHT or null], …]}]}
//
// WEIGHT is how much output element K grows where the input element grows by 1; null where NaN
// alone changes it.
std::optional<nlohmann::ordered_json> probe(const Schema& schema);

// The operator's example in data/pictures.json; nothing where it has none.
std::optional<explain::Candidate> example_to_draw(const Schema& schema);

// What flows through one step of LSTM and GRU:
// {"operator": "LSTM", "steps": [{"x": [1, 0.5], "h0": 0, "c0": 0, "i": …, "o": …, "f": …, "c": …,
// "C": …, "tanh": …, "H": …}, …]}, GRU's with "z", "r", "h", "H": of the operator's example in
// data/pictures.json, whose hidden_size is 1.
// Everything is the operator's own result: a gate is read where large biases open or close the
// others. Nothing for other operators, or without an example.
std::optional<nlohmann::ordered_json> gates(const Schema& schema);

}  // namespace etalon::site
