// Evaluating operators by other code than the registered one.
#pragma once

#include <functional>

#include "engine/operators/model.h"
#include "engine/values/evaluation.h"

namespace etalon {

// For the lifetime of this object, evaluations on this thread call `substitute` in place of each
// operator and of each call of a function, in functions and in graphs inside nodes too.
class SubstituteScope {
 public:
  explicit SubstituteScope(Substitute substitute) : own_(std::move(substitute)) {}

 private:
  const Substitute own_;
  const Setting<const Substitute*> in_force_{&Evaluation::substitute, &own_};
};

}  // namespace etalon
