#include "conformance/bisect/exposed.h"

#include "conformance/bisect/derived_models.h"
#include "conformance/generate/model_case.h"
#include "engine/loader/wire.h"

namespace etalon {

std::optional<NodeReports> check_nodes_of(Runtime& runtime, const std::filesystem::path& file,
                                          SymbolicLinks links, const BoundModel& model,
                                          const Bindings& inputs, const Options& options) {
  const std::string bytes = self_contained_model(file, links);
  onnx::ModelProto proto;
  parse_message(std::string_view(bytes), "the model", proto);
  Bindings values;
  Options keeping = options;
  keeping.on_value = [&](const std::string& name, const Value& value) { values[name] = value; };
  evaluate(model, inputs, keeping);
  const CaseValues inner = inner_values(model.graph, values);
  values.clear();
  const auto got = values_of_runtime(runtime, proto, inputs, inner);
  if (!got) return std::nullopt;
  return check_nodes(model, inputs, *got, Tolerance(), options);
}

}  // namespace etalon
