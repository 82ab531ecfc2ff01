#include "conformance/bisect/exposed.h"

#include "conformance/bisect/derived_models.h"
#include "engine/loader/loader.h"

namespace etalon {

std::optional<NodeReports> check_nodes_of(Runtime& runtime, const onnx::ModelProto& model,
                                          const Bindings& inputs, const Tolerance& tolerance,
                                          const Options& options) {
  const onnx::ModelProto flat = with_branches(model, inputs, options);
  const BoundModel bound = parse_model(flat.SerializeAsString());
  Bindings values;
  Options keeping = options;
  keeping.on_value = [&](const std::string& name, const Value& value) { values[name] = value; };
  evaluate(bound, inputs, keeping);
  const CaseValues inner = inner_values(bound.graph, values);
  values.clear();
  const auto got = values_of_runtime(runtime, flat, inputs, inner);
  if (!got) return std::nullopt;
  return check_nodes(bound, inputs, *got, tolerance, options);
}

}  // namespace etalon
