// Operators by the function bodies that the specification publishes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/operators/model.h"

namespace etalon {

class Bodies {
 public:
  // A call of the function that the operator's version is published as, with the node's attributes,
  // for inputs of these types. It gives the node's outputs. Nothing where there is no body, or only
  // that of another node. The call is valid as long as this object.
  std::optional<Node> call_for(const Node& node, const Values& inputs);

 private:
  std::map<std::string, std::unique_ptr<BoundModel>> models_;  // one call each, by label
};

}  // namespace etalon
