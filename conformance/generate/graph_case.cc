#include "conformance/generate/graph_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "conformance/common/usage_error.h"
#include "conformance/generate/graph_mix.h"
#include "conformance/generate/graph_moves.h"
#include "conformance/generate/graph_patterns.h"
#include "conformance/judge/open.h"
#include "engine/loader/loader.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

constexpr int most_graph_draws = 50;  // of a graph
constexpr int most_refused = 200;     // in a row, of a node or a pattern
constexpr size_t most_graph_outputs = 6;

const GraphPattern* pattern_named(const std::string& name) {
  for (const GraphPattern& pattern : graph_patterns()) {
    if (pattern.name == name) return &pattern;
  }
  return nullptr;
}

// Adds what `step` adds, if it is not refused and fits into the graph; true if it is added.
bool attempt(GraphDraft& g, const GraphChoice& choice, const std::function<void()>& step,
             std::string* refusal) {
  const GraphDraft::Moment before = g.moment();
  const size_t misses = g.misses;
  try {
    step();
    if (g.nodes() <= choice.most_nodes) return true;
    *refusal = fmt::format("it has more than {} nodes", choice.most_nodes);
  } catch (const Error& error) {
    if (!asks_for_another_draw(error)) throw;
    *refusal = error.what();
  }
  g.return_to(before);
  g.misses = misses;
  return false;
}

// A pattern, after which an inner value may be shown or read once more.
void add_pattern(GraphDraft& g, const GraphPattern& pattern) {
  const size_t mark = g.mark();
  const std::string y = pattern.draft(g);
  const Names made = g.made_since(mark);
  if (made.size() < 2 || !g.draw().chance(0.3)) return;
  const std::string& inner = made[g.draw().below(made.size() - 1)];
  ++g.misses;
  if (g.draw().chance(0.5)) {
    g.show(inner);
  } else if (g.tensor(inner).dtype() == g.base()) {
    unary(g, inner);
  }
}

void add_wanted(GraphDraft& g, const GraphChoice& choice, std::string& patterns) {
  const GraphPattern& wanted = *pattern_named(choice.pattern);
  std::string refusal;
  for (int i = 0; i < most_refused; ++i) {
    if (!attempt(
            g, choice, [&] { add_pattern(g, wanted); }, &refusal))
      continue;
    patterns = wanted.name;
    return;
  }
  throw InvalidInput("the pattern {} was refused {} times, the last time with: {}", wanted.name,
                     most_refused, refusal);
}

// One of the operators that graphs have, by how far the graph is from having as many of them as
// real models.
const std::string& next_operator(GraphDraft& g, const std::vector<std::string>& operators) {
  constexpr uint64_t ahead = 8;  // nodes; with fewer, what is common comes first in every graph
  std::map<std::string, uint64_t> has;
  for (const onnx::NodeProto& node : g.graph().node()) has[node.op_type()] += whole_share;
  std::vector<uint64_t> lacking;
  for (const std::string& op : operators) {
    const uint64_t wanted = operator_share(op) * (g.nodes() + ahead);
    lacking.push_back(least_operator_share + (wanted > has[op] ? wanted - has[op] : 0));
  }
  return operators[weighted(g.draw(), lacking)];
}

// Some lengths of the first axes of inputs become names, so that a runtime knows less.
void name_lengths(GraphDraft& g, onnx::ModelProto& model) {
  if (!g.draw().chance(0.2)) return;
  for (onnx::ValueInfoProto& input : *model.mutable_graph()->mutable_input()) {
    onnx::TensorShapeProto& shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
    if (shape.dim_size() == 0) continue;
    shape.mutable_dim(0)->set_dim_param("N_" + input.name());
  }
}

CaseFiles drawn_once(Draw& draw, const GraphChoice& choice, int opset, const Options& evaluation) {
  GraphDraft g(draw, opset, base_type_by_share(draw), evaluation);
  std::string patterns;
  grow_graph(g, choice, patterns);
  onnx::ModelProto model = g.model(graph_outputs(g));
  if (!patterns.empty()) {
    model.set_doc_string(fmt::format("patterns: {}{}", patterns, g.misses ? "; near misses" : ""));
  }
  name_lengths(g, model);
  return proved_case(std::move(model), g.inputs(), evaluation);
}

}  // namespace

bool asks_for_another_draw(const Error& error) {
  // InvalidModel: an operator that does not take the graph's base type.
  return error.kind() == ErrorKind::InvalidInput || error.kind() == ErrorKind::InvalidModel ||
         error.kind() == ErrorKind::Unspecified;
}

void check_graph_choice(const GraphChoice& choice) {
  const int newest = newest_opset("");
  if (choice.opset != 0 && (choice.opset < oldest_graph_opset || choice.opset > newest)) {
    throw UsageError(fmt::format("--opset {}: graphs are drawn for opsets {} to {}", choice.opset,
                                 oldest_graph_opset, newest));
  }
  if (choice.least_nodes < 1 || choice.least_nodes > choice.most_nodes) {
    throw UsageError(
        fmt::format("no graph has {} to {} nodes", choice.least_nodes, choice.most_nodes));
  }
  if (!choice.pattern.empty() && pattern_named(choice.pattern) == nullptr) {
    throw UsageError(fmt::format("--pattern {}: there is no pattern of this name; choose from: {}",
                                 choice.pattern, graph_pattern_names()));
  }
}

void grow_graph(GraphDraft& g, const GraphChoice& choice, std::string& patterns) {
  if (!choice.pattern.empty()) add_wanted(g, choice, patterns);
  const size_t spread = choice.most_nodes - choice.least_nodes + 1;
  const size_t wanted =
      choice.least_nodes + std::min(g.draw().below(spread), g.draw().below(spread));
  const std::vector<std::string> operators = graph_operators(g.base(), g.opset());
  std::string refusal;
  for (int refused = 0; g.nodes() < wanted && refused < most_refused;) {
    const GraphPattern* pattern = g.draw().chance(0.3) ? &g.draw().pick(graph_patterns()) : nullptr;
    const bool added = attempt(
        g, choice,
        [&] {
          if (pattern != nullptr) {
            add_pattern(g, *pattern);
          } else {
            add_operator(g, next_operator(g, operators));
          }
        },
        &refusal);
    refused = added ? 0 : refused + 1;
    if (added && pattern != nullptr)
      patterns += (patterns.empty() ? "" : ", ") + std::string(pattern->name);
  }
  if (g.nodes() < choice.least_nodes) {
    throw InvalidInput("no more nodes could be added; the last was refused with: {}", refusal);
  }
}

Names graph_outputs(GraphDraft& g) {
  const std::map<std::string, size_t> readers = g.readers();
  std::set<std::string> chosen(g.shown().begin(), g.shown().end());
  Names ends;
  Names outputs;
  for (const std::string& name : g.made_since(0)) {
    const bool read = readers.contains(name);
    if (read && g.draw().chance(0.06)) chosen.insert(name);
    if (!read) ends.push_back(name);
  }
  if (ends.empty()) throw InvalidInput("the graph has no end");
  for (size_t i = 0; i < ends.size(); ++i) {
    const bool dead = i + 1 < ends.size() && g.draw().chance(0.2);
    if (!dead) chosen.insert(ends[i]);
  }
  const Names made = g.made_since(0);
  for (auto name = made.rbegin(); name != made.rend() && outputs.size() < most_graph_outputs;
       ++name) {
    if (chosen.contains(*name)) outputs.insert(outputs.begin(), *name);
  }
  return outputs;
}

CaseFiles proved_case(onnx::ModelProto model, const CaseValues& inputs, const Options& evaluation) {
  CaseFiles files;
  files.model = model.SerializeAsString();
  files.sets.push_back({inputs, {}});
  CaseFiles::Set& set = files.sets.back();
  const BoundModel bound =
      parse_model(files.model, {}, {evaluation.lenient, evaluation.on_warning});
  const ChoiceScope scope(Recording::on);
  const Bindings bindings(inputs.begin(), inputs.end());
  Expectation expectation = expected_outputs(bound, bindings, false, evaluation);
  files.proof = expectation.proof;
  if (!files.proof.whole()) throw Unspecified("{}", to_string(files.proof));
  for (size_t i = 0; i < expectation.outputs.size(); ++i) {
    const Value& value = expectation.outputs[i];
    check_decided(value);
    set.outputs.emplace_back(bound.graph.outputs[i].name, value);
  }
  return files;
}

CaseFiles draw_graph_case(Draw& draw, const GraphChoice& choice, const Options& evaluation) {
  check_graph_choice(choice);
  const int opset = choice.opset == 0 ? newest_opset("") : choice.opset;
  for (int refused = 1;; ++refused) {
    try {
      return drawn_once(draw, choice, opset, evaluation);
    } catch (const Error& error) {
      if (!asks_for_another_draw(error)) throw;
      if (refused < most_graph_draws) continue;
      throw InvalidInput("{} graphs were refused, the last one with: {}", refused, error.what());
    }
  }
}

}  // namespace etalon
