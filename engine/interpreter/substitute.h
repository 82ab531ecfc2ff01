// Evaluating operators in another way than they are registered.
#pragma once

#include <functional>

#include "engine/operators/model.h"

namespace etalon {

// Evaluates a node's operator as it is registered. The node may have other attributes, and its
// inputs other types, than in the model.
using Ordinary = std::function<Values(const Node& node, const Values& inputs)>;
// Gives a node's outputs, by position.
using Substitute =
    std::function<Values(const Node& node, const Values& inputs, const Ordinary& ordinary)>;

// For the lifetime of this object, evaluations on this thread call `substitute` in place of each
// operator and of each call of a function, in functions and in graphs inside nodes too.
class SubstituteScope {
 public:
  explicit SubstituteScope(Substitute substitute);
  ~SubstituteScope();
  SubstituteScope(const SubstituteScope&) = delete;
  SubstituteScope& operator=(const SubstituteScope&) = delete;

 private:
  const Substitute own_;
  const Substitute* const saved_;
};

// The substitute in force on this thread; nullptr if there is none.
const Substitute* current_substitute();

}  // namespace etalon
