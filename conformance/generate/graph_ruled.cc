// Nodes by the operators' generation rules. A rule knows the conditions on its operator's inputs:
// it is given the shapes that the graph has, and draws what is left to choose to fit them.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "conformance/generate/drafting.h"
#include "conformance/generate/graph_case.h"
#include "conformance/generate/graph_fitting.h"
#include "conformance/generate/graph_mix.h"
#include "conformance/generate/graph_moves.h"
#include "conformance/generate/rules.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

constexpr int wanted_calls = 4;      // of which the one that fits best is taken
constexpr int most_call_draws = 16;  // for these
constexpr size_t most_fitting_nodes = 2;

// Operators whose calls need something that is not a tensor, have random results, or stand for
// another graph: those have moves or patterns of their own.
bool has_no_rule_here(const Schema& schema) {
  static const std::set<std::string, std::less<>> names = {
      "If",      "Loop",   "Scan",    "SequenceMap", "Bernoulli",         "Constant",
      "Dropout", "Unique", "NonZero", "Optional",    "OptionalGetElement"};
  return !schema.domain.empty() || schema.deprecated || names.contains(schema.name);
}

// Each type variable gets one type, as often as models have it. Where the rule takes only others,
// it drafts nothing.
void narrow_types(GraphDraft& g, const Schema& schema, Drafting& call) {
  for (const TypeConstraint& constraint : schema.types) {
    std::vector<DType> types;
    for (const Type& type : constraint.accepted) {
      if (type.kind == Type::Kind::tensor) types.push_back(type.dtype);
    }
    if (types.empty()) continue;
    const DType chosen = type_by_share(g.draw(), types, g.base());
    call.narrow(constraint.variable, [&](DType type) { return type == chosen; });
  }
}

// True if the elements are of the range that the rule wants.
bool is_of(const Range& range, const Tensor& tensor) {
  if (!is_float(tensor.dtype()) && !is_integer(tensor.dtype())) return true;
  const Reals elements = tensor.as<double>();
  return std::all_of(elements.begin(), elements.end(), [&](double x) {
    return x >= range.low && x <= range.high && std::abs(x) >= range.hole;
  });
}

// How many nodes the inputs that are data need, to be values of the graph; a value that is not
// there counts as more than these.
size_t nodes_to_read(GraphDraft& g, const Drafting& call) {
  size_t sum = 0;
  for (const FreeInput& data : call.free) {
    const Tensor& drawn = call.inputs[data.input].tensor();
    size_t least = most_fitting_nodes + 1;
    for (const std::string& name : g.tensors()) {
      const Tensor& tensor = g.tensor(name);
      if (tensor.dtype() != drawn.dtype()) continue;
      least = std::min(least, nodes_to_fit(tensor.shape(), drawn.shape()).value_or(least));
    }
    sum += least;
  }
  return sum;
}

// While it lives, shapes are drawn that the graph has, and none without elements.
class ShapesOf {
 public:
  explicit ShapesOf(GraphDraft& g) : draw_(g.draw()) {
    std::vector<Shape> shapes;
    for (const std::string& name : g.tensors()) {
      const Tensor& tensor = g.tensor(name);
      if (tensor.rank() > 0 && tensor.dtype() == g.base()) shapes.push_back(tensor.shape());
    }
    draw_.prefer(std::move(shapes), Empty::never);
  }
  ~ShapesOf() { draw_.prefer({}); }
  ShapesOf(const ShapesOf&) = delete;
  ShapesOf& operator=(const ShapesOf&) = delete;

 private:
  Draw& draw_;
};

// Of a few calls of the rule, the one that needs the fewest nodes.
std::unique_ptr<Drafting> fitting_call(GraphDraft& g, const Schema& schema, const Rule& rule) {
  const ShapesOf preferred(g);
  std::unique_ptr<Drafting> best;
  size_t least = 0;
  int drafted = 0;
  std::string refusal;
  for (int i = 0; i < most_call_draws && drafted < wanted_calls; ++i) {
    auto call = std::make_unique<Drafting>(schema, g.draw());
    try {
      narrow_types(g, schema, *call);
      rule(*call);
    } catch (const Error& error) {
      if (!asks_for_another_draw(error)) throw;
      refusal = error.what();
      continue;
    }
    ++drafted;
    const size_t nodes = nodes_to_read(g, *call);
    if (best && nodes >= least) continue;
    least = nodes;
    best = std::move(call);
  }
  if (!best) throw InvalidInput("{}: no call is drafted: {}", schema.label(), refusal);
  return best;
}

// The drawn tensor, or a value of the graph in its place where `data` says that it may be one.
std::string tensor_input(GraphDraft& g, const Tensor& drawn, const FreeInput* data) {
  std::string name;
  if (data != nullptr && drawn.size() > 0 && g.draw().chance(0.85)) {
    const auto fits = [&](const Tensor& tensor) {
      return tensor.dtype() == drawn.dtype() && is_of(data->range, tensor);
    };
    name = fitted(g, fits, drawn.shape(), most_fitting_nodes);
  }
  if (!name.empty()) return name;
  return data == nullptr || g.draw().chance(0.4) ? g.constant(drawn) : g.input(drawn);
}

std::string sequence_input(GraphDraft& g, const Sequence& drawn) {
  Names names;
  for (const Value& each : drawn.items) {
    if (!each.is_tensor()) throw InvalidInput("an input is a sequence of other than tensors");
    const FreeInput data = {0, {}};
    names.push_back(tensor_input(g, each.tensor(), &data));
  }
  if (names.empty()) throw InvalidInput("an input is an empty sequence");
  return g.add("SequenceConstruct", names);
}

}  // namespace

const std::set<std::string>& ruled_operators(int opset) {
  static const std::map<int, std::set<std::string>> by_opset = [] {
    std::map<int, std::set<std::string>> all;
    for (int each = oldest_graph_opset; each <= newest_opset(""); ++each) {
      for (const auto& [name, rule] : all_rules()) {
        const Schema* schema = find_schema("", name, each);
        if (schema != nullptr && !has_no_rule_here(*schema)) all[each].insert(name);
      }
    }
    return all;
  }();
  return by_opset.at(opset);
}

void add_ruled_node(GraphDraft& g, const std::string& op) {
  const Schema& schema = *find_schema("", op, g.opset());
  const auto call = fitting_call(g, schema, all_rules().find(op)->second.draft);
  Names inputs;
  for (size_t i = 0; i < call->inputs.size(); ++i) {
    const Value& drawn = call->inputs[i];
    const auto data = std::find_if(call->free.begin(), call->free.end(),
                                   [&](const FreeInput& each) { return each.input == i; });
    if (drawn.absent()) {
      inputs.emplace_back();
    } else if (drawn.is_tensor()) {
      inputs.push_back(
          tensor_input(g, drawn.tensor(), data == call->free.end() ? nullptr : &*data));
    } else if (drawn.is_sequence()) {
      inputs.push_back(sequence_input(g, drawn.sequence()));
    } else {
      throw InvalidInput("an input is not a tensor");
    }
  }
  g.add_node(call->node, inputs, call->outputs);
}

}  // namespace etalon
