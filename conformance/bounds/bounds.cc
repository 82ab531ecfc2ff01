#include "conformance/bounds/bounds.h"

#include "conformance/bounds/bound_walk.h"

namespace etalon {

BoundedOutputs evaluate_with_bounds(const BoundModel& model, const Bindings& inputs,
                                    const Options& options, Roundings roundings) {
  BoundWalk walk(roundings, model.graph);
  BoundedOutputs result;
  {
    const SubstituteScope scope(
        [&](const Node& node, const Values& values, const Ordinary& ordinary) {
          return walk(node, values, ordinary);
        });
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
