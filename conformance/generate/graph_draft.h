// A random graph, made node by node: each node is evaluated when it is added, so that the types,
// shapes and elements of all values are known to the following nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/attributes.h"
#include "conformance/generate/case_files.h"
#include "conformance/generate/draw.h"
#include "conformance/generate/elements.h"
#include "engine/interpreter/interpreter.h"
#include "onnx.pb.h"

namespace etalon {

using Names = std::vector<std::string>;
using NodeAttributes = std::vector<std::pair<std::string, AttributeValue>>;

class GraphDraft {
 public:
  // `base` is the type of most of the values.
  GraphDraft(Draw& draw, int opset, DType base, const Options& evaluation);
  // The graph of a node's attribute, or the body of a function, of `outer`. A graph reads the
  // values of `outer`; a function does not.
  enum class Inner { graph, function };
  GraphDraft(GraphDraft& outer, Inner kind);
  GraphDraft(const GraphDraft&) = delete;
  GraphDraft& operator=(const GraphDraft&) = delete;

  Draw& draw() { return draw_; }
  int opset() const { return opset_; }
  DType base() const { return base_; }
  bool inner() const { return outer_ != nullptr; }
  size_t nodes() const { return static_cast<size_t>(graph_.node_size()); }

  const Tensor& tensor(const std::string& name) const;
  const Shape& shape(const std::string& name) const { return tensor(name).shape(); }
  size_t rank(const std::string& name) const { return shape(name).size(); }

  // A new input of the graph. Inner graphs have constants instead.
  std::string input(const Value& value);
  // An input of an inner graph, with an example of its value.
  std::string parameter(const Value& example);
  // An initializer or, sometimes and in functions, a node Constant.
  std::string constant(const Tensor& value);
  std::string reals(const Shape& shape, double low = -2, double high = 2);  // of the base type
  std::string scalar(double value);                                         // the same, of rank 0
  std::string integers(const Integers& values);                             // int64, of rank 1

  // Adds a node and returns its outputs. Throws what the evaluation throws, and InvalidInput for
  // outputs that are not tame: empty or large tensors, NaN, infinite or great numbers, elements
  // that the specification leaves open.
  Names add_all(const std::string& op, const Names& inputs, const NodeAttributes& attributes,
                size_t outputs, const std::string& domain = "");
  std::string add(const std::string& op, const Names& inputs,
                  const NodeAttributes& attributes = {}) {
    return add_all(op, inputs, attributes, 1)[0];
  }
  // The same of a node that has no names yet.
  Names add_node(onnx::NodeProto node, const Names& inputs, size_t outputs);
  // Adds integers where this version of the operator has them: as an attribute, or as its next
  // input, which is its `at`th one.
  std::string add_with(const std::string& op, Names inputs, size_t at, const std::string& name,
                       const Integers& values, NodeAttributes attributes = {});

  // A value that fits, later ones with a greater chance; "" if there is none.
  std::string find(const std::function<bool(const Tensor&)>& fits);
  // A value of the base type, of a rank from `least` to `most`: one that is there, or a new input.
  std::string some(size_t least = 0, size_t most = 4);
  // The same of exactly this shape.
  std::string some_like(const Shape& shape);

  // True, by chance, where a pattern may be missed by a little.
  bool miss(double probability = 0.1);
  // Shows the value as an output of the graph, whoever reads it.
  void show(const std::string& name) { shown_.push_back(name); }
  // The values made since `mark` that nodes made, in order.
  Names made_since(size_t mark) const;
  size_t mark() const { return order_.size(); }
  // The names of all tensors.
  Names tensors() const;
  // Takes away everything that was made since.
  struct Moment {
    size_t values;
    int nodes, initializers, inputs;
    size_t shown, functions;
  };
  Moment moment() const;
  void return_to(const Moment& moment);

  // Adds a function of the model; its name.
  std::string add_function(GraphDraft& body, const Names& inputs, const Names& outputs);
  // The inner graph, with these outputs.
  onnx::GraphProto graph_with(const Names& outputs) const;
  // How many nodes read each value, those of inner graphs included.
  std::map<std::string, size_t> readers() const;

  // The model with these outputs, and its inputs' values.
  onnx::ModelProto model(const Names& outputs) const;
  CaseValues inputs() const;
  const Names& shown() const { return shown_; }
  const onnx::GraphProto& graph() const { return graph_; }
  size_t misses = 0;

 private:
  GraphDraft& root() { return outer_ ? outer_->root() : *this; }
  const Value* value_of(const std::string& name) const;
  void add_fitting(const std::function<bool(const Tensor&)>& fits, Names& names) const;
  std::string fresh_name();
  void keep(const std::string& name, Value value);
  Values evaluated(const onnx::NodeProto& node) const;

  Draw& draw_;
  GraphDraft* const outer_ = nullptr;
  const bool function_ = false;
  const int opset_;
  const DType base_;
  const Options& evaluation_;
  onnx::GraphProto graph_;
  std::map<std::string, Value> values_;
  Names order_;  // of the values
  Names shown_;
  std::vector<onnx::FunctionProto> functions_;  // of the outermost graph
  size_t named_ = 0;                            // of the outermost graph
};

}  // namespace etalon
