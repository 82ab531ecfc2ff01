#include "conformance/tests/conformance/small_models.h"

#include "conformance/generate/one_node.h"
#include "engine/loader/serialization.h"

namespace etalon::test {

SmallModel::SmallModel(int64_t opset) {
  proto_.set_ir_version(8);
  proto_.add_opset_import()->set_version(opset);
  proto_.mutable_graph()->set_name("small");
}

SmallModel& SmallModel::input(const std::string& name, const Value& value) {
  declare(name, value.type(), *proto_.mutable_graph()->add_input());
  return *this;
}

SmallModel& SmallModel::initializer(const std::string& name, const Tensor& value) {
  write_tensor(value, name, *proto_.mutable_graph()->add_initializer());
  return *this;
}

SmallModel& SmallModel::node(const std::string& op_type, const std::vector<std::string>& inputs,
                             const std::vector<std::string>& outputs) {
  onnx::NodeProto& node = *proto_.mutable_graph()->add_node();
  node.set_op_type(op_type);
  for (const std::string& name : inputs) node.add_input(name);
  for (const std::string& name : outputs) node.add_output(name);
  return *this;
}

onnx::AttributeProto& SmallModel::attribute(const std::string& name) {
  onnx::GraphProto& graph = *proto_.mutable_graph();
  onnx::AttributeProto& attribute = *graph.mutable_node(graph.node_size() - 1)->add_attribute();
  attribute.set_name(name);
  return attribute;
}

SmallModel& SmallModel::set(const std::string& name, int64_t value) {
  onnx::AttributeProto& to = attribute(name);
  to.set_type(onnx::AttributeProto::INT);
  to.set_i(value);
  return *this;
}

SmallModel& SmallModel::set(const std::string& name, double value) {
  onnx::AttributeProto& to = attribute(name);
  to.set_type(onnx::AttributeProto::FLOAT);
  to.set_f(static_cast<float>(value));
  return *this;
}

SmallModel& SmallModel::set(const std::string& name, const char* text) {
  onnx::AttributeProto& to = attribute(name);
  to.set_type(onnx::AttributeProto::STRING);
  to.set_s(text);
  return *this;
}

SmallModel& SmallModel::set(const std::string& name, const std::vector<int64_t>& values) {
  onnx::AttributeProto& to = attribute(name);
  to.set_type(onnx::AttributeProto::INTS);
  for (const int64_t value : values) to.add_ints(value);
  return *this;
}

SmallModel& SmallModel::output(const std::string& name, DType type) {
  declare(name, Type::tensor(type), *proto_.mutable_graph()->add_output());
  return *this;
}

}  // namespace etalon::test
