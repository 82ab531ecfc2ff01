// The function bodies that the specification publishes: data/function_bodies.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/values/json.h"

namespace etalon {

struct FunctionBody {
  // What a body depends on that is one node's alone.
  struct OfNode {
    nlohmann::json attributes;        // those that are given: {"axis": 1}
    std::vector<std::string> inputs;  // their types, as "float"; "" for one that is left out
    size_t outputs = 0;               // how many
  };

  int opset = 0;
  std::string of;  // in words, where it depends on the node: "axis = 1, inputs of float"
  std::optional<OfNode> node;
  std::vector<std::string> lines;
};

// "Mish-18" → its body; nullptr where the specification gives none.
const FunctionBody* function_body(const std::string& label);
// The labels of all that have one.
std::vector<std::string> labels_with_bodies();

}  // namespace etalon
