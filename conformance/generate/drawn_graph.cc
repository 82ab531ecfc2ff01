#include "conformance/generate/drawn_graph.h"

#include "conformance/generate/one_node.h"

namespace etalon {

namespace {

Type shaped_type(DType dtype, const Shape& shape) {
  Type type = Type::tensor(dtype);
  type.shape.emplace();
  for (const size_t length : shape) type.shape->emplace_back(static_cast<int64_t>(length));
  return type;
}

}  // namespace

DrawnGraph::DrawnGraph(Draw& draw, const std::string& name) : draw_(draw) { graph_.set_name(name); }

void DrawnGraph::add_input(const std::string& name, DType type, const Shape& shape) {
  declare(name, shaped_type(type, shape), *graph_.add_input());
}

void DrawnGraph::add_output(const std::string& name, DType type, const Shape& shape) {
  declare(name, shaped_type(type, shape), *graph_.add_output());
}

void DrawnGraph::add_node(const std::string& op_type, const std::vector<std::string>& inputs,
                          const std::string& output) {
  onnx::NodeProto& node = *graph_.add_node();
  node.set_op_type(op_type);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(output);
}

void DrawnGraph::add_arithmetic(const std::string& a, const std::string& b,
                                const std::string& output) {
  add_node(draw_.pick<std::string>({"Add", "Sub", "Mul"}), {a, b}, output);
}

void DrawnGraph::add_constant(const std::string& name, DType type, const Shape& shape) {
  add_node("Constant", {}, name);
  write_attribute("value", random_tensor(draw_, type, shape),
                  *graph_.mutable_node(graph_.node_size() - 1));
}

DType draw_graph_type(Drafting& call, const std::string& variable) {
  call.narrow(variable,
              [](DType type) { return type == DType::float32 || type == DType::float64; });
  return call.dtype(variable);
}

}  // namespace etalon
