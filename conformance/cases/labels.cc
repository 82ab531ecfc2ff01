#include "conformance/cases/labels.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "engine/operators/operator.h"
#include "engine/operators/schema.h"
#include "onnx.pb.h"

namespace etalon {

namespace {

class Collector {
 public:
  explicit Collector(const onnx::ModelProto& model) {
    for (const onnx::FunctionProto& function : model.functions()) {
      functions_.emplace(canonical_domain(function.domain()), function.name());
    }
    set_opsets(model.opset_import());
    visit(model.graph());
    for (const onnx::FunctionProto& function : model.functions()) {
      set_opsets(function.opset_import());
      for (const onnx::NodeProto& node : function.node()) visit(node);
    }
  }

  std::vector<OperatorUse> result() const {
    std::vector<OperatorUse> uses;
    for (const auto& [label, implemented] : uses_) uses.push_back({label, implemented});
    return uses;
  }

 private:
  template <class Imports>
  void set_opsets(const Imports& imports) {
    opsets_.clear();
    for (const onnx::OperatorSetIdProto& import : imports) {
      opsets_[std::string(canonical_domain(import.domain()))] = import.version();
    }
    if (opsets_.empty()) opsets_[""] = 1;
  }

  void visit(const onnx::GraphProto& graph) {
    for (const onnx::NodeProto& node : graph.node()) visit(node);
  }

  void visit(const onnx::NodeProto& node) {
    for (const onnx::AttributeProto& attribute : node.attribute()) {
      if (attribute.has_g()) visit(attribute.g());
      for (const onnx::GraphProto& graph : attribute.graphs()) visit(graph);
    }
    const std::string domain(canonical_domain(node.domain()));
    if (functions_.count({domain, node.op_type()}) != 0) return;
    const auto opset = opsets_.find(domain);
    const int64_t version = opset == opsets_.end() ? 1 : opset->second;
    const Schema* schema = find_schema(domain, node.op_type(), version);
    if (schema != nullptr) {
      uses_[schema->label()] =
          find_implementation(schema->domain, schema->name, schema->since_version) != nullptr;
    } else {
      uses_[fmt::format("{}{}{}-{}", domain, domain.empty() ? "" : ".", node.op_type(), version)] =
          false;
    }
  }

  std::set<std::pair<std::string, std::string>> functions_;
  std::map<std::string, int64_t> opsets_;
  std::map<std::string, bool> uses_;
};

}  // namespace

std::vector<OperatorUse> operators_used(const onnx::ModelProto& model) {
  return Collector(model).result();
}

std::vector<OperatorUse> operators_used(std::string_view model_bytes) {
  onnx::ModelProto model;
  if (!model.ParseFromArray(model_bytes.data(), static_cast<int>(model_bytes.size()))) return {};
  return operators_used(model);
}

}  // namespace etalon
