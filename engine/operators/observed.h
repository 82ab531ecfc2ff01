// What a runtime gave for the outputs of the node that is evaluated.
#pragma once

#include "engine/values/value.h"

namespace etalon {

// While it lives, RNN, GRU and LSTM on this thread begin each step with the state that `outputs`
// have for the step before, where Y is among them. Their results then differ from the runtime's by
// what single steps introduce, as the nodes of a model do on the runtime's own values. LSTM's cell
// state is its own at each step: no output has it.
class ObservedScope {
 public:
  explicit ObservedScope(const Values* outputs);  // nullptr: nothing is known
  ~ObservedScope();
  ObservedScope(const ObservedScope&) = delete;
  ObservedScope& operator=(const ObservedScope&) = delete;

 private:
  const Values* saved_;
};

// Output i, if it is known to be a tensor of this type and shape; otherwise nullptr.
const Tensor* observed_output(size_t i, DType type, const Shape& shape);

}  // namespace etalon
