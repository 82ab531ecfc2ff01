#include "engine/interpreter/interpreter.h"

#include <algorithm>
#include <unordered_map>

#include "engine/interpreter/open_flow.h"
#include "engine/interpreter/substitute.h"
#include "engine/loader/node_checker.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/domain.h"
#include "engine/operators/operator.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/float_environment.h"
#include "engine/values/mapped.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

// Work of finding, checking and naming one value; of copying one element of an attribute's list.
constexpr uint64_t work_per_value = 3'000;
constexpr uint64_t work_per_copy = 200;

// The values of one graph under evaluation. Names not found here are looked up in the outer scope.
class Scope {
 public:
  explicit Scope(const Scope* outer) : outer_(outer) {}

  const Value* find(std::string_view name) const {
    const auto it = values_.find(name);
    if (it != values_.end()) return &it->second;
    return outer_ ? outer_->find(name) : nullptr;
  }
  void set(std::string_view name, Value value) { values_[name] = std::move(value); }
  void drop(std::string_view name) { values_.erase(name); }

 private:
  const Scope* outer_;
  std::unordered_map<std::string_view, Value> values_;  // by names in the graph
};

// What an evaluation depends on in addition to its inputs.
struct Context {
  const Attributes* call_attributes;  // nullptr outside functions
  const Options& options;
  int depth;
};

Values run_graph(const Graph& graph, const Values& inputs, const Scope* outer,
                 const Context& context);

void count_copies(const Attributes& attributes) {
  for (const auto& [name, attribute] : attributes) {
    const size_t elements = std::visit(
        []<class T>(const T& value) -> size_t {
          if constexpr (requires {
                          typename T::value_type;
                          value.capacity();
                        }) {
            return value.size();
          } else {
            return 0;
          }
        },
        attribute.value);
    count_work(work_per_value + work_per_copy * elements);
  }
}

// The node's attributes, with references to the enclosing function's attributes resolved. An
// attribute that the call does not give has the operator's default.
Attributes resolve(const Node& node, const Context& context) {
  count_copies(node.attributes);
  Attributes resolved;
  for (const auto& [name, attribute] : node.attributes) {
    if (attribute.ref_name.empty()) {
      resolved.emplace(name, attribute);
    } else if (context.call_attributes) {
      const auto it = context.call_attributes->find(attribute.ref_name);
      if (it == context.call_attributes->end()) continue;
      Attribute copy = it->second;
      copy.name = name;
      resolved.emplace(name, std::move(copy));
    }
  }
  if (node.schema) add_defaults(*node.schema, resolved);
  return resolved;
}

bool has_references(const Attributes& attributes) {
  return std::any_of(attributes.begin(), attributes.end(),
                     [](const auto& item) { return !item.second.ref_name.empty(); });
}

// Checks actual values against formal parameters, and type variables against each other.
class TypeCheck {
 public:
  // `any_number`: a type variable accepts every numeric tensor, even of a type it does not list.
  TypeCheck(const Schema& schema, bool any_number) : schema_(schema), any_number_(any_number) {
    bound_.reserve(schema.types.size());
  }

  void inputs(const Values& actual) {
    each(schema_.inputs, actual, [&](const FormalParameter& formal, const Type& type) {
      const TypeConstraint* variable = schema_.constraint(formal.type);
      if (!accepted(variable, formal, type)) {
        throw InvalidInput("input '{}' is a {}, which its type {} does not admit", formal.name,
                           to_string(type), formal.type);
      }
      if (variable) bind<InvalidInput>(formal, type, "input");
    });
  }

  // Throws Unspecified if `error` came from real arithmetic on integers, which only a relaxed type
  // variable accepts.
  void check_meaning(const Error& error) const {
    if (error.kind() != ErrorKind::InternalError) return;
    for (const auto& [variable, type] : bound_) {
      if (!listed(*schema_.constraint(variable), type)) {
        throw Unspecified("the specification does not define {} for a {}", schema_.label(),
                          to_string(type));
      }
    }
  }

  // If no input binds a type variable, the node chooses the type (Constant's value). Released
  // models choose types that the schema does not list, so the list is not checked.
  void outputs(const Values& actual) {
    each(schema_.outputs, actual, [&](const FormalParameter& formal, const Type& type) {
      const TypeConstraint* variable = schema_.constraint(formal.type);
      if (!variable && !accepted(variable, formal, type)) {
        throw InternalError("output '{}' is a {}, not a {}", formal.name, to_string(type),
                            formal.type);
      }
      if (variable) bind<InternalError>(formal, type, "output");
    });
  }

 private:
  template <class F>
  static void each(const std::vector<FormalParameter>& formals, const Values& actual, F f) {
    for (size_t i = 0; i < actual.size() && !formals.empty(); ++i) {
      if (actual[i].absent()) continue;
      f(formals[std::min(i, formals.size() - 1)], actual[i].type_without_shape());
    }
  }

  // `variable`: the formal parameter's type variable; nullptr if it has a type of its own.
  bool accepted(const TypeConstraint* variable, const FormalParameter& formal,
                const Type& type) const {
    if (!variable) return compatible(type_named(formal.type), type);
    return (any_number_ && is_number(type)) || listed(*variable, type);
  }

  static bool listed(const TypeConstraint& constraint, const Type& type) {
    return std::any_of(constraint.accepted.begin(), constraint.accepted.end(),
                       [&](const Type& one) { return compatible(one, type); });
  }

  template <class ErrorKind>
  void bind(const FormalParameter& formal, const Type& type, std::string_view what) {
    if (formal.option == FormalParameter::Option::variadic && !formal.homogeneous) return;
    const auto bound = std::find_if(bound_.begin(), bound_.end(),
                                    [&](const auto& one) { return one.first == formal.type; });
    if (bound == bound_.end()) {
      bound_.emplace_back(formal.type, type);
    } else if (!compatible(bound->second, type)) {
      throw ErrorKind("{} '{}' is a {} where another of type {} is a {}", what, formal.name,
                      to_string(type), formal.type, to_string(bound->second));
    }
  }

  static bool is_number(const Type& type) {
    return type.kind == Type::Kind::tensor && (is_float(type.dtype) || is_integer(type.dtype));
  }

  const Schema& schema_;
  const bool any_number_;
  std::vector<std::pair<std::string_view, Type>> bound_;  // type variables
};

// The outputs that an operator must return: all before the first optional or variadic one.
size_t required_outputs(const Schema& schema) {
  const auto required = [](const FormalParameter& formal) {
    return formal.option == FormalParameter::Option::single;
  };
  const auto first = std::find_if_not(schema.outputs.begin(), schema.outputs.end(), required);
  return static_cast<size_t>(first - schema.outputs.begin());
}

// Throws unless the operator has returned a value for each of the node's outputs, and names all of
// variadic ones: how many there are follows from its attributes, inputs and subgraphs.
void check_count(const Node& node, size_t returned) {
  const size_t wanted = node.outputs.size();
  const std::vector<FormalParameter>& formals = node.schema->outputs;
  const bool all = !formals.empty() && formals.back().option == FormalParameter::Option::variadic;
  if (returned == wanted || (returned > wanted && !all)) return;
  if (returned < required_outputs(*node.schema)) {
    throw InternalError("the operator returned {} outputs, but the node has {}", returned, wanted);
  }
  throw InvalidModel("the node has {} outputs, but its attributes and inputs give {}{}", wanted,
                     returned < wanted ? "only " : "", returned);
}

Values run_operator(const Node& node, const Graph& graph, const Values& inputs, const Scope& scope,
                    const Context& context) {
  if (!node.schema) {
    throw Unsupported("operator {} of domain '{}' at opset {} is not known", node.op_type,
                      node.domain, node.opset);
  }
  if (!node.implementation) {
    const std::string_view why = why_left_out(node.domain, node.op_type);
    throw Unsupported("operator {} is not implemented{}{}", node.schema->label(),
                      why.empty() ? "" : ": ", why);
  }
  TypeCheck types(*node.schema, node.any_number);
  try {
    types.inputs(inputs);
  } catch (const InvalidInput& refusal) {
    if (is_newer(node.domain, node.opset)) refuse_newer(node, refusal);
    throw;
  }

  const bool references = has_references(node.attributes);
  const Attributes resolved = references ? resolve(node, context) : Attributes{};
  if (references) check_supported(*node.schema, resolved);
  const Call call(
      node, graph, references ? resolved : node.attributes, inputs,
      [&](const Graph& inner, const Values& arguments) {
        return run_graph(inner, arguments, &scope, context);
      },
      context.options.as_released);
  Values outputs;
  const Setting in_progress(&Evaluation::node, &node);
  try {
    outputs = evaluate_call(call);
  } catch (const Error& error) {
    types.check_meaning(error);
    throw;
  }
  require_whole_files();
  check_count(node, outputs.size());
  types.outputs(outputs);
  for (const Value& output : outputs) output.charge_texts();
  return outputs;
}

Values run_function(const Node& node, const Values& inputs, const Context& context) {
  const Function& function = *node.function;
  count_copies(function.defaults);
  Attributes attributes = function.defaults;
  for (auto& [name, attribute] : resolve(node, context)) attributes[name] = attribute;
  return run_graph(function.body, inputs, nullptr, {&attributes, context.options, context.depth});
}

std::string shapes(const Values& inputs) {
  std::vector<std::string> shown;
  for (const Value& input : inputs) {
    if (input.is_tensor()) shown.push_back(to_string(input.tensor().shape()));
  }
  return fmt::format("{}", fmt::join(shown, " and "));
}

// Rethrows the current exception as an Error with `place` in front.
[[noreturn]] void translate(const std::string& place, const Values& inputs) {
  const auto raise = [&](auto error) {
    error.locate(place);
    throw error;
  };
  try {
    throw;
  } catch (const xt::broadcast_error&) {
    raise(InvalidInput("the shapes {} do not broadcast", shapes(inputs)));
  } catch (const std::bad_alloc&) {
    raise(LimitExceeded("{}", out_of_memory()));
  } catch (const std::exception& error) {
    raise(InternalError("{}", error.what()));
  }
  throw InternalError("{}: an unknown exception", place);
}

Values inputs_of(const Node& node, const Scope& scope) {
  Values inputs;
  inputs.reserve(node.inputs.size());
  for (const std::string& name : node.inputs) {
    const Value* value = name.empty() ? nullptr : scope.find(name);
    if (!name.empty() && !value) throw InvalidModel("input '{}' has no value", name);
    inputs.push_back(value ? *value : Value());
  }
  return inputs;
}

Values run_node(const Node& node, const Graph& graph, const Values& inputs, const Scope& scope,
                const Context& context) {
  const auto ordinary = [&](const Node& the_node, const Values& its_inputs) {
    if (the_node.function) return run_function(the_node, its_inputs, context);
    const auto run = [&](const Values& any) {
      return run_operator(the_node, graph, any, scope, context);
    };
    return with_dependence(the_node, its_inputs, run(its_inputs), run);
  };
  try {
    const Substitute* substitute = evaluation().substitute;
    return substitute ? (*substitute)(node, inputs, ordinary) : ordinary(node, inputs);
  } catch (Error& error) {
    error.locate(label_of(node));
    throw;
  } catch (...) {
    translate(label_of(node), inputs);
  }
}

void announce(const Context& context, const std::string& name, const Value& value) {
  if (context.depth == 0 && context.options.on_value) context.options.on_value(name, value);
}

// An initializer as nodes read it: a sparse one becomes its dense tensor.
Value initial(const Value& initializer) {
  return initializer.is_sparse() ? Value(dense(initializer.sparse())) : initializer;
}

// "tensor(float) of rank 2"
std::string type_and_rank(const Type& type) {
  const std::string rank = type.shape ? fmt::format(" of rank {}", type.shape->size()) : "";
  return to_string(type) + rank;
}

// "[N, 3, ?]"
std::string dims_text(const std::vector<Dim>& dims) {
  std::vector<std::string> shown;
  for (const Dim& dim : dims) {
    const auto* length = std::get_if<int64_t>(&dim);
    const auto* name = std::get_if<std::string>(&dim);
    shown.push_back(length ? std::to_string(*length) : name ? printable(*name) : "?");
  }
  return fmt::format("[{}]", fmt::join(shown, ", "));
}

bool agrees(const Type& declared, const Value& value) {
  if (!value.is_tensor() || declared.kind != Type::Kind::tensor) {
    return compatible(declared, value.type());
  }
  const Tensor& tensor = value.tensor();
  return (declared.dtype == DType::undefined || declared.dtype == tensor.dtype()) &&
         (!declared.shape || declared.shape->size() == tensor.shape().size());
}

// `where` returns what the message begins with: "output 'y'".
template <class Where>
void check_declaration(const Type& declared, const Value& value, const Context& context,
                       Where where) {
  if (value.absent() || agrees(declared, value)) return;
  const std::string sentence = fmt::format("{} is a {}, but the model declares a {}", where(),
                                           type_and_rank(value.type()), type_and_rank(declared));
  if (!context.options.lenient) throw InvalidModel("{} (--lenient evaluates it)", sentence);
  if (context.options.on_warning) context.options.on_warning(sentence);
}

void check_outputs(const Node& node, const Values& outputs, const Context& context) {
  for (size_t i = 0; i < node.declared.size() && i < outputs.size(); ++i) {
    if (node.declared[i] == nullptr) continue;
    check_declaration(*node.declared[i], outputs[i], context, [&] {
      return fmt::format("{}: output {}", label_of(node), in_quotes(node.outputs[i]));
    });
  }
}

// Declarations of initializers, whose values are in the scope: as inputs of the graph, as its
// outputs, or as inner values.
void check_initializers(const Graph& graph, const Scope& scope, const Context& context) {
  for (const auto* infos : {&graph.inputs, &graph.outputs, &graph.value_info}) {
    for (const ValueInfo& info : *infos) {
      if (info.type.kind == Type::Kind::unknown || !graph.initializers.contains(info.name))
        continue;
      check_declaration(info.type, *scope.find(info.name), context,
                        [&] { return "initializer " + in_quotes(info.name); });
    }
  }
}

void run_nodes(const Graph& graph, Scope& scope, const Context& context) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    count_step();
    count_work(work_per_node + work_per_value * (node.inputs.size() + node.outputs.size()));
    const Values inputs = inputs_of(node, scope);
    Values outputs = run_node(node, graph, inputs, scope, context);
    check_outputs(node, outputs, context);
    if (context.depth == 0 && context.options.on_node) {
      context.options.on_node(node, inputs, outputs);
    }
    for (size_t k = 0; k < node.outputs.size(); ++k) {
      if (node.outputs[k].empty()) continue;
      announce(context, node.outputs[k], outputs.at(k));
      scope.set(node.outputs[k], std::move(outputs[k]));
    }
    if (i < graph.last_use.size()) {
      for (const std::string& name : graph.last_use[i]) scope.drop(name);
    }
  }
}

Values collect(const Graph& graph, const Scope& scope) {
  Values outputs;
  for (const ValueInfo& output : graph.outputs) {
    const Value* value = scope.find(output.name);
    if (!value) throw InvalidModel("graph output '{}' is never computed", output.name);
    outputs.push_back(*value);
  }
  return outputs;
}

// Evaluates a graph inside another, or a function's body. Inputs are by position. Inputs not given
// have the value of their initializer or are absent.
Values run_graph(const Graph& graph, const Values& inputs, const Scope* outer,
                 const Context& context) {
  if (context.depth >= max_nesting) {
    throw LimitExceeded("graphs are nested deeper than {}", max_nesting);
  }
  if (inputs.size() > graph.inputs.size()) {
    throw InvalidInput("graph '{}' takes {} inputs, but {} were given", graph.name,
                       graph.inputs.size(), inputs.size());
  }
  count_work(work_per_node + work_per_value * (graph.initializers.size() + graph.inputs.size() +
                                               graph.outputs.size()));
  const Context inner{context.call_attributes, context.options, context.depth + 1};
  Scope scope(outer);
  for (const auto& [name, value] : graph.initializers) scope.set(name, initial(value));
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    if (i < inputs.size()) {
      scope.set(graph.inputs[i].name, inputs[i]);
    } else if (!graph.initializers.contains(graph.inputs[i].name)) {
      scope.set(graph.inputs[i].name, Value());
    }
  }
  run_nodes(graph, scope, inner);
  return collect(graph, scope);
}

void check_declared(const ValueInfo& declared, const Value& value) {
  const Type actual = value.type_without_shape();
  if (!compatible(declared.type, actual)) {
    throw InvalidInput("input '{}' is a {} where the model declares a {}", declared.name,
                       to_string(actual), to_string(declared.type));
  }
  if (!declared.type.shape || (!value.is_tensor() && !value.is_sparse())) return;
  const Shape& shape = value.is_tensor() ? value.tensor().shape() : value.sparse().shape;
  const auto fits = [](const Dim& dim, size_t length) {
    const int64_t* wanted = std::get_if<int64_t>(&dim);
    return !wanted || *wanted == static_cast<int64_t>(length);
  };
  if (!std::equal(declared.type.shape->begin(), declared.type.shape->end(), shape.begin(),
                  shape.end(), fits)) {
    throw InvalidInput("input '{}' has the shape {}, but the model declares {}", declared.name,
                       to_string(shape), dims_text(*declared.type.shape));
  }
}

void bind_inputs(const Graph& graph, const Bindings& inputs, Scope& scope, const Context& context) {
  size_t found = 0;
  for (const ValueInfo& input : graph.inputs) {
    const auto given = inputs.find(input.name);
    if (given != inputs.end()) {
      ++found;
      if (!given->second.absent()) check_declared(input, given->second);
      scope.set(input.name, given->second);
      announce(context, input.name, given->second);
    } else if (!graph.initializers.contains(input.name)) {
      throw InvalidInput("input '{}' is missing", input.name);
    }
  }
  if (found == inputs.size()) return;
  for (const auto& [name, value] : inputs) {
    const auto is_named = [&name = name](const ValueInfo& input) { return input.name == name; };
    if (std::none_of(graph.inputs.begin(), graph.inputs.end(), is_named)) {
      throw InvalidInput("the model has no input '{}'", name);
    }
  }
}

}  // namespace

Values evaluate(const BoundModel& model, const Bindings& inputs, const Options& options) {
  const FloatEnvironment environment;
  const LimitScope limits(options.limits);
  const RandomScope random(options.seed);
  const Setting plain(&Evaluation::plain, options.plain || evaluation().plain);
  const Context context{nullptr, options, 0};
  Scope scope(nullptr);
  for (const auto& [name, value] : model.graph.initializers) scope.set(name, initial(value));
  check_initializers(model.graph, scope, context);
  bind_inputs(model.graph, inputs, scope, context);
  run_nodes(model.graph, scope, context);
  return collect(model.graph, scope);
}

}  // namespace etalon
