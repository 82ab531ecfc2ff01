#include "engine/interpreter/whole_outputs.h"

#include <algorithm>

#include "engine/interpreter/open_list.h"
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

Values determined_outputs(const BoundModel& model, const Bindings& inputs, const Options& options) {
  try {
    return evaluate(model, inputs, options);
  } catch (const Unspecified&) {
    if (evaluation().choices) throw;
    const ChoiceScope scope(Recording::on);
    Values outputs = evaluate(model, inputs, options);
    const bool determined = std::all_of(outputs.begin(), outputs.end(), [](const Value& output) {
      return output.is_tensor() && open_elements_of(output.tensor()).empty();
    });
    if (!determined) throw;
    return outputs;
  }
}

}  // namespace etalon
