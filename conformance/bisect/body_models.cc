#include "conformance/bisect/body_models.h"

#include <algorithm>
#include <map>
#include <set>

#include "conformance/generate/one_node.h"
#include "engine/interpreter/substitute.h"
#include "engine/loader/loader.h"
#include "engine/loader/wire.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/schema.h"
#include "engine/values/evaluation.h"

namespace etalon {

namespace {

// Of the node that stands in a graph for all nodes of a body, which is its op_type.
constexpr const char* body_domain = "etalon.body";

// A body as a model whose inputs and outputs are not declared yet.
struct BodyParts {
  onnx::ModelProto model;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  size_t runs = 0;
};

void leave_out(const std::string& name, onnx::GraphProto& graph) {
  each_node(*graph.mutable_node(), [&](onnx::NodeProto& node) {
    for (std::string& input : *node.mutable_input()) {
      if (input == name) input.clear();
    }
  });
}

// Those of the names that the graph's nodes make, each once.
template <class Names>
std::vector<std::string> made_by(const onnx::GraphProto& graph, const Names& names) {
  std::set<std::string> made;
  for (const onnx::NodeProto& node : graph.node()) {
    made.insert(node.output().begin(), node.output().end());
  }
  std::vector<std::string> list;
  for (const std::string& name : names) {
    if (!name.empty() && made.erase(name) != 0) list.push_back(name);
  }
  return list;
}

onnx::ModelProto without_graph(const onnx::ModelProto& whole) {
  onnx::ModelProto model = whole;
  model.clear_graph();
  model.clear_training_info();
  model.set_ir_version(std::max<int64_t>(model.ir_version(), least_ir_of_pure_initializers));
  return model;
}

BodyParts body_of(const onnx::ModelProto& whole, const onnx::GraphProto& graph,
                  const std::vector<std::string>& captured) {
  BodyParts body{without_graph(whole), {}, {}};
  onnx::GraphProto& own = *body.model.mutable_graph();
  own = graph;
  own.clear_input();
  own.clear_output();
  own.clear_value_info();
  for (const onnx::ValueInfoProto& input : graph.input()) body.inputs.push_back(input.name());
  for (const std::string& name : captured) {
    if (!copy_initializer(whole.graph(), name, own)) body.inputs.push_back(name);
  }
  std::vector<std::string> names;
  for (const onnx::ValueInfoProto& output : graph.output()) names.push_back(output.name());
  body.outputs = made_by(graph, names);
  return body;
}

const onnx::FunctionProto& function_of(const onnx::ModelProto& model, const onnx::NodeProto& call) {
  for (const onnx::FunctionProto& function : model.functions()) {
    if (canonical_domain(function.domain()) == canonical_domain(call.domain()) &&
        function.name() == call.op_type() && function.overload() == call.overload()) {
      return function;
    }
  }
  throw InvalidModel("the model has no function {}", call.op_type());
}

// Puts the call's attributes, or their defaults, in the places that refer to them.
void resolve(const onnx::FunctionProto& function, const onnx::NodeProto& call,
             onnx::GraphProto& graph) {
  std::map<std::string, onnx::AttributeProto> given;
  for (const auto& attribute : function.attribute_proto()) given[attribute.name()] = attribute;
  for (const auto& attribute : call.attribute()) given[attribute.name()] = attribute;
  each_node(*graph.mutable_node(), [&](onnx::NodeProto& node) {
    for (int i = node.attribute_size(); i-- > 0;) {
      onnx::AttributeProto& attribute = *node.mutable_attribute(i);
      if (attribute.ref_attr_name().empty()) continue;
      const auto found = given.find(attribute.ref_attr_name());
      if (found == given.end()) {
        node.mutable_attribute()->DeleteSubrange(i, 1);
      } else {
        const std::string name = attribute.name();
        attribute = found->second;
        attribute.set_name(name);
      }
    }
  });
}

BodyParts body_of_function(const onnx::ModelProto& whole) {
  const onnx::NodeProto& call = whole.graph().node(0);
  const onnx::FunctionProto& function = function_of(whole, call);
  BodyParts body{without_graph(whole), {}, {}};
  *body.model.mutable_opset_import() = function.opset_import();
  onnx::GraphProto& own = *body.model.mutable_graph();
  own.set_name(function.name());
  *own.mutable_node() = function.node();
  resolve(function, call, own);
  for (int i = 0; i < function.input_size(); ++i) {
    const bool constant =
        i < call.input_size() && copy_initializer(whole.graph(), call.input(i), own);
    if (constant) own.mutable_initializer()->rbegin()->set_name(function.input(i));
    body.inputs.push_back(constant ? "" : function.input(i));
  }
  body.outputs = made_by(own, function.output());
  return body;
}

// The body as a model for these inputs, by position, of which "" is none.
OneNodeModel model_for(const BodyParts& body, const Values& inputs, const Options& options) {
  OneNodeModel result;
  onnx::ModelProto model = body.model;
  onnx::GraphProto& graph = *model.mutable_graph();
  for (size_t i = 0; i < body.inputs.size(); ++i) {
    const std::string& name = body.inputs[i];
    if (name.empty()) continue;
    if (i >= inputs.size() || inputs[i].absent()) {
      leave_out(name, graph);
      continue;
    }
    declare(name, inputs[i].type(), *graph.add_input());
    result.inputs.emplace_back(name, inputs[i]);
  }
  for (const std::string& name : body.outputs) graph.add_output()->set_name(name);
  const Values outputs =
      evaluate(unchecked_model(model), {result.inputs.begin(), result.inputs.end()}, options);
  for (size_t i = 0; i < outputs.size(); ++i) {
    declare(body.outputs[i], outputs[i].type(), *graph.mutable_output(static_cast<int>(i)));
    result.outputs.emplace_back(body.outputs[i], outputs[i]);
  }
  result.model = model.SerializeAsString();
  return result;
}

// A substitute for the nodes that stand for bodies.
class BodySubstitute {
 public:
  BodySubstitute(const Options& options, const OnBody& on_body)
      : options_(options), on_body_(on_body) {
    options_.on_node = nullptr;
    options_.on_value = nullptr;
  }

  // Puts one node in place of each body of the model's node.
  void take_from(onnx::ModelProto& model, const BoundModel& bound) {
    onnx::NodeProto& node = *model.mutable_graph()->mutable_node(0);
    const Attributes& attributes = bound.graph.nodes.at(0).attributes;
    import_opset(body_domain, 1, model);
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (!attribute.has_g()) continue;
      const auto& graph =
          *std::get<std::shared_ptr<const Graph>>(attributes.at(attribute.name()).value);
      BodyParts body = body_of(model, attribute.g(), graph.captured);
      attribute.mutable_g()->clear_node();
      onnx::NodeProto& all = *attribute.mutable_g()->add_node();
      all.set_domain(body_domain);
      all.set_op_type(attribute.name());
      all.mutable_input()->Add(body.inputs.begin(), body.inputs.end());
      all.mutable_output()->Add(body.outputs.begin(), body.outputs.end());
      bodies_.emplace(attribute.name(), std::move(body));
    }
  }

  void take_function(const onnx::ModelProto& model) {
    bodies_.emplace("", body_of_function(model));
  }

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    if (inside_) return ordinary(node, inputs);
    if (node.function != nullptr) {
      run("", inputs);
      return ordinary(node, inputs);
    }
    return node.domain == body_domain ? run(node.op_type, inputs) : ordinary(node, inputs);
  }

 private:
  Values run(const std::string& name, const Values& inputs) {
    inside_ = true;
    BodyParts& body = bodies_.at(name);
    const BodyRun run{name, body.runs++, model_for(body, inputs, options_)};
    const Bindings known = on_body_(run);
    Values outputs;
    for (const auto& [output, value] : run.model.outputs) {
      const auto found = known.find(output);
      outputs.push_back(found == known.end() ? value : found->second);
    }
    inside_ = false;
    return outputs;
  }

  Options options_;
  const OnBody& on_body_;
  std::map<std::string, BodyParts> bodies_;
  bool inside_ = false;  // a body's own nodes are evaluated as they are
};

}  // namespace

void each_body_run(const std::string& model, const Bindings& inputs, const Options& options,
                   const OnBody& on_body) {
  const BoundModel bound = parse_model(model);
  onnx::ModelProto proto;
  parse_message(std::string_view(model), "the model", proto);
  BodySubstitute bodies(options, on_body);
  const bool is_call = bound.graph.nodes.at(0).function != nullptr;
  is_call ? bodies.take_function(proto) : bodies.take_from(proto, bound);
  const SubstituteScope scope(std::ref(bodies));
  const Setting paused(&Evaluation::paused,
                       true);  // with other values in place of open ones, it would run once more
  // The model has been checked, and has no other nodes now than those that are not evaluated.
  evaluate(unchecked_model(proto), inputs, options);
}

}  // namespace etalon
