#include "engine/interpreter/whole_outputs.h"

#include "engine/operators/choice_scope.h"
#include "engine/values/evaluation.h"

namespace etalon {

Values whole_outputs(const BoundModel& model, const Bindings& inputs, const Options& options) {
  try {
    return evaluate(model, inputs, options);
  } catch (const Unspecified&) {
    if (evaluation().choices) throw;
  }
  const ChoiceScope scope(Recording::on);
  return evaluate(model, inputs, options);
}

}  // namespace etalon
