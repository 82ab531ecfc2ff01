#include "conformance/bounds/bounds.h"

#include <functional>

#include "conformance/bounds/bound_walk.h"

namespace etalon {

BoundedOutputs evaluate_with_bounds(const BoundModel& model, const Bindings& inputs,
                                    const Options& options, Roundings roundings, Wide wide) {
  BoundWalk walk(roundings, model.graph, options.arithmetic, wide);
  BoundedOutputs result;
  {
    const SubstituteScope scope(std::ref(walk));
    result.outputs = evaluate(model, inputs, options);
  }
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    Bound bound = walk.bound_of(result.outputs[i]);
    if (bound.kind == Bound::Kind::known) {
      bound.introduced = walk.introduced(model.graph.outputs[i].name);
    }
    result.bounds.push_back(std::move(bound));
  }
  return result;
}

}  // namespace etalon
