// Which nodes of a model need more digits than a narrower arithmetic has.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

enum class Narrower {
  float16,   // a node's float inputs and outputs are rounded to this type
  bfloat16,  // likewise
  tf32,      // the factors of MatMul, Gemm, Conv, ConvTranspose and Einsum: to 10 bits
  int8,      // these factors: to 255 steps from −max|x| to max|x| of each tensor
};
std::string_view name_of(Narrower narrower);
std::optional<Narrower> narrower_named(std::string_view name);

struct NodePrecision {
  std::string node;  // "Conv-11 'conv1'"
  std::string name;  // "conv1"; may be empty
  double alone = 0;  // the outputs' error where it alone is computed so
  // Where all but it are; nothing if a limit ended the work before.
  std::optional<double> all_but;
};

struct PrecisionRequest {
  Narrower narrower = Narrower::float16;
  // If set, the nodes to keep as they are, so that the error is at most this, are looked for.
  std::optional<double> within;
  Options evaluation;
  std::function<void(const std::string& work)> on_progress;
};

// An error is the largest difference of an output's elements from Etalon's outputs of the model as
// it is, relative to the output's largest magnitude: the greatest of all outputs. Infinite where
// NaN or infinity stand on one side alone.
struct PrecisionReport {
  Narrower narrower = Narrower::float16;
  double all = 0;                     // the error where all nodes are computed so
  size_t nodes = 0;                   // of the main graph
  std::vector<NodePrecision> ranked;  // those with an error alone, the largest first
  std::optional<double> within;       // as in the request
  // How many to keep for it, by rank; nothing if it is not reached by keeping all of `ranked`.
  std::optional<size_t> keep;
  double kept_error = 0;  // where all but those are computed so
  std::string stopped;    // why a limit ended the work
};

// Throws what evaluating the model as it is throws.
PrecisionReport precision(const BoundModel& model, const Bindings& inputs,
                          const PrecisionRequest& request);

// The first `most` nodes.
std::string to_string(const PrecisionReport& report, size_t most);
// All of them, and "node_block_list": the names of those to keep.
nlohmann::json to_json(const PrecisionReport& report);

}  // namespace etalon
