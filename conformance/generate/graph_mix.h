// How often real models have each operator of ai.onnx and each element type, and choices by that.
// The numbers are those of data/operator_mix.json, which is a part of the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/generate/draw.h"
#include "engine/values/dtype.h"

namespace etalon {

// Shares are parts of this.
constexpr uint64_t whole_share = 1'000'000;
// What an operator, and the element type of a node, has at least where one is chosen: each occurs.
constexpr uint64_t least_operator_share = 5000;
constexpr uint64_t least_type_share = 1000;

// Of the nodes, and of their outputs, in the models that were counted; 0 for what none of them has.
uint64_t operator_share(const std::string& op);
uint64_t type_share(DType type);

// The index of one of these weights, chosen in proportion to them. Not all are 0.
size_t weighted(Draw& draw, const std::vector<uint64_t>& weights);
// One of these operators, by its share.
const std::string& operator_by_share(Draw& draw, const std::vector<std::string>& operators);
// One of these types, by its share. `base` has that of all float types; beside it, the integers of
// 8 bits, which in models are quantized numbers, have the least.
DType type_by_share(Draw& draw, const std::vector<DType>& types, DType base);
// The type of most of a graph's values.
DType base_type_by_share(Draw& draw);

}  // namespace etalon
