// Evaluation: walks a model's graph, node by node, in order.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "engine/numerics/random.h"
#include "engine/operators/model.h"
#include "engine/operators/operator.h"
#include "engine/values/arithmetic.h"
#include "engine/values/limits.h"

namespace etalon {

using Bindings = std::map<std::string, Value, std::less<>>;

struct Options {
  Limits limits;
  // The seed of the stream that random generators without a `seed` attribute draw from.
  uint32_t seed = default_seed;
  // The differences between an older release of ONNX and the specification that are in force.
  Differences as_released;
  // Operators are evaluated by their formulas alone (Evaluation::plain).
  bool plain = false;
  // The arithmetic that the judged runtime declares. It decides sampled evaluations and bounds
  // (conformance/bounds); the evaluation itself is exact.
  Arithmetic arithmetic;
  // If a value contradicts the type or rank that the model declares for it, calls on_warning with
  // one sentence and continues. False: throws InvalidModel.
  bool lenient = false;
  std::function<void(const std::string& sentence)> on_warning;
  // Called with each named value of the main graph as soon as it is known, inputs first.
  std::function<void(const std::string& name, const Value& value)> on_value;
  // Called with each node of the main graph after its evaluation, before on_value is called with
  // its outputs. Inputs and outputs are by position, and absent where the node leaves one out.
  std::function<void(const Node& node, const Values& inputs, const Values& outputs)> on_node;
};

// The graph's outputs, in order. `inputs` gives the graph's inputs by name; those with an
// initializer may be left out, and then have that value. Throws InvalidInput for a missing,
// unknown or wrongly typed input or a shape that contradicts the declared one; Unsupported,
// naming the operator and version, for a node that Etalon does not implement; InvalidModel, naming
// the node, for a value that contradicts the type or rank that the model declares. Passes on an
// operator's exceptions, with the node in front.
Values evaluate(const BoundModel& model, const Bindings& inputs, const Options& options = {});

}  // namespace etalon
