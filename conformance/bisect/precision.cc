#include "conformance/bisect/precision.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "conformance/bisect/exposed.h"
#include "conformance/bounds/bound_walk.h"
#include "engine/interpreter/substitute.h"
#include "engine/numerics/cast.h"
#include "engine/numerics/numerics.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

constexpr std::array<std::pair<Narrower, std::string_view>, 4> names = {{
    {Narrower::float16, "float16"},
    {Narrower::bfloat16, "bfloat16"},
    {Narrower::tf32, "tf32"},
    {Narrower::int8, "int8"},
}};

bool narrows_factors(Narrower narrower) {
  return narrower == Narrower::tf32 || narrower == Narrower::int8;
}

bool is_product(const Node& node) {
  static const std::set<std::string_view> products = {"MatMul", "Gemm", "Conv", "ConvTranspose",
                                                      "Einsum"};
  return node.domain.empty() && products.contains(node.op_type);
}

// To 10 bits behind the first, to the nearest, ties to even.
Tensor to_tf32(const Tensor& x) {
  constexpr double steps = 0x1p11;
  Reals values = x.as<double>();
  for (double& value : values) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    if (std::isfinite(value))
      value = std::ldexp(std::nearbyint(fraction * steps) / steps, exponent);
  }
  return Tensor::of(x.dtype(), values);
}

Tensor to_int8_steps(const Tensor& x) {
  constexpr double most = 127;
  const Reals values = x.as<double>();
  const double step = largest_magnitude(values) / most;
  if (step == 0) return x;
  return Tensor::of(x.dtype(), Reals(xt::nearbyint(values / step) * step));
}

Value narrowed(const Value& value, Narrower narrower) {
  const bool wide = value.is_tensor() && (value.tensor().dtype() == DType::float32 ||
                                          value.tensor().dtype() == DType::float64);
  if (!wide) return value;
  const Tensor& x = value.tensor();
  switch (narrower) {
    case Narrower::float16:
      return cast(cast(x, DType::float16), x.dtype());
    case Narrower::bfloat16:
      return cast(cast(x, DType::bfloat16), x.dtype());
    case Narrower::tf32:
      return to_tf32(x);
    default:
      return to_int8_steps(x);
  }
}

// True if both are absent, or one tensor in memory.
bool is_same_tensor(const Value& a, const Value& b) {
  if (a.absent() || b.absent()) return a.absent() && b.absent();
  if (!a.is_tensor() || !b.is_tensor()) return false;
  const Tensor& x = a.tensor();
  const Tensor& y = b.tensor();
  return x.dtype() == y.dtype() && x.shape() == y.shape() &&
         by_slot(x.dtype(), [&]<class W>() { return x.slots<W>().data() == y.slots<W>().data(); });
}

using Flags = std::vector<char>;  // by a node's position

// An evaluation of the model, with what its nodes got and gave.
struct Run {
  Flags narrow;  // which nodes were computed so
  std::vector<Values> inputs, outputs;
  Values results;
};

class Evaluations {
 public:
  Evaluations(const BoundModel& model, const Bindings& inputs, const PrecisionRequest& request)
      : model_(model), inputs_(inputs), request_(request) {}

  // A node whose flag and inputs are those of `base` gives what it gave there.
  Run run(Flags narrow, const Run* base = nullptr) {
    const size_t nodes = model_.graph.nodes.size();
    Run run{std::move(narrow), std::vector<Values>(nodes), std::vector<Values>(nodes), {}};
    const SubstituteScope scope(
        [&](const Node& node, const Values& inputs, const Ordinary& ordinary) -> Values {
          const std::optional<size_t> position = place_in(model_.graph, node);
          if (!position) return ordinary(node, inputs);
          const size_t k = *position;
          run.inputs[k] = inputs;
          const bool known = base != nullptr && run.narrow[k] == base->narrow[k] &&
                             !holds_nodes(node) && same_inputs(inputs, base->inputs[k]);
          run.outputs[k] = known           ? base->outputs[k]
                           : run.narrow[k] ? narrow_outputs(node, inputs, ordinary)
                                           : ordinary(node, inputs);
          return run.outputs[k];
        });
    run.results = evaluate(model_, inputs_, request_.evaluation);
    return run;
  }

  static double error(const Run& run, const Run& exact) {
    double error = 0;
    for (size_t i = 0; i < exact.results.size(); ++i) {
      error = std::max(error, deviation(run.results[i], exact.results[i]).size);
    }
    return error;
  }

 private:
  static bool same_inputs(const Values& a, const Values& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), is_same_tensor);
  }

  Values narrow_outputs(const Node& node, const Values& inputs, const Ordinary& ordinary) const {
    const bool factors = narrows_factors(request_.narrower);
    if (factors && !is_product(node)) return ordinary(node, inputs);
    Values rounded = inputs;
    const size_t count = factors ? std::min<size_t>(rounded.size(), 2) : rounded.size();
    for (size_t i = 0; i < count; ++i) rounded[i] = narrowed(inputs[i], request_.narrower);
    Values outputs = ordinary(node, rounded);
    if (factors) return outputs;
    for (Value& output : outputs) output = narrowed(output, request_.narrower);
    return outputs;
  }

  const BoundModel& model_;
  const Bindings& inputs_;
  const PrecisionRequest& request_;
};

class Search {
 public:
  Search(const BoundModel& model, const Bindings& inputs, const PrecisionRequest& request)
      : graph_(model.graph), request_(request), evaluations_(model, inputs, request) {
    report_.narrower = request.narrower;
    report_.within = request.within;
    report_.nodes = graph_.nodes.size();
  }

  PrecisionReport report() {
    exact_ = evaluations_.run(all(false));
    try {
      narrow_ = evaluations_.run(all(true));
      report_.all = Evaluations::error(narrow_, exact_);
      rank();
      if (request_.within) find_kept(*request_.within);
      add_without();
    } catch (const LimitExceeded& limit) {
      report_.stopped = limit.what();
    }
    for (const auto& [_, node] : ranked_) report_.ranked.push_back(node);
    return std::move(report_);
  }

 private:
  Flags all(bool narrow) const { return Flags(graph_.nodes.size(), narrow ? 1 : 0); }

  void announce(std::string_view what, size_t done, size_t total, size_t position) const {
    if (!request_.on_progress) return;
    request_.on_progress(fmt::format("{} {} of {}, {}", what, done + 1, total,
                                     printable(label_of(graph_.nodes[position]))));
  }

  void rank() {
    for (size_t k = 0; k < graph_.nodes.size(); ++k) {
      if (narrows_factors(request_.narrower) && !is_product(graph_.nodes[k])) continue;
      announce("alone", k, graph_.nodes.size(), k);
      Flags narrow = all(false);
      narrow[k] = 1;
      const double error = Evaluations::error(evaluations_.run(std::move(narrow), &exact_), exact_);
      if (error == 0) continue;
      const Node& node = graph_.nodes[k];
      ranked_.push_back({k, {label_of(node), node.name, error, std::nullopt}});
    }
    std::stable_sort(ranked_.begin(), ranked_.end(),
                     [](const auto& a, const auto& b) { return a.second.alone > b.second.alone; });
  }

  // The error where all but the first `count` by rank are computed so.
  double error_without(size_t count) {
    Flags narrow = all(true);
    for (size_t i = 0; i < count; ++i) narrow[ranked_[i].first] = 0;
    return Evaluations::error(evaluations_.run(std::move(narrow), &narrow_), exact_);
  }

  void find_kept(double within) {
    size_t low = 0, high = ranked_.size();
    report_.kept_error = error_without(high);
    if (report_.kept_error > within) return;
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      const double error = error_without(middle);
      if (error > within) {
        low = middle + 1;
      } else {
        high = middle;
        report_.kept_error = error;
      }
    }
    report_.keep = high;
  }

  void add_without() {
    for (size_t i = 0; i < ranked_.size(); ++i) {
      const size_t k = ranked_[i].first;
      announce("all but", i, ranked_.size(), k);
      Flags narrow = all(true);
      narrow[k] = 0;
      ranked_[i].second.all_but =
          Evaluations::error(evaluations_.run(std::move(narrow), &narrow_), exact_);
    }
  }

  const Graph& graph_;
  const PrecisionRequest& request_;
  Evaluations evaluations_;
  Run exact_, narrow_;
  std::vector<std::pair<size_t, NodePrecision>> ranked_;  // with their positions
  PrecisionReport report_;
};

std::string kept_text(const PrecisionReport& report, double within) {
  if (!report.keep) {
    return fmt::format("not within {:g}: with every node of the list kept, {:.2g}\n", within,
                       report.kept_error);
  }
  return fmt::format("within {:g} where the first {} are kept: {:.2g}\n", within, *report.keep,
                     report.kept_error);
}

}  // namespace

std::string_view name_of(Narrower narrower) {
  return std::find_if(names.begin(), names.end(),
                      [&](const auto& each) { return each.first == narrower; })
      ->second;
}

std::optional<Narrower> narrower_named(std::string_view name) {
  for (const auto& [narrower, each] : names) {
    if (each == name) return narrower;
  }
  return std::nullopt;
}

PrecisionReport precision(const BoundModel& model, const Bindings& inputs,
                          const PrecisionRequest& request) {
  return Search(model, inputs, request).report();
}

std::string to_string(const PrecisionReport& report, size_t most) {
  std::string text =
      fmt::format("{}: error {:.2g} of the largest value where all {} nodes are computed so\n",
                  name_of(report.narrower), report.all, report.nodes);
  if (report.within && report.stopped.empty()) text += kept_text(report, *report.within);
  if (report.ranked.empty()) return text;
  text += fmt::format("{:>10} {:>10}  {}\n", "alone", "all but it", "node");
  for (size_t i = 0; i < std::min(most, report.ranked.size()); ++i) {
    const NodePrecision& node = report.ranked[i];
    text +=
        fmt::format("{:>10.2g} {:>10}  {}\n", node.alone,
                    node.all_but ? fmt::format("{:.2g}", *node.all_but) : "", printable(node.node));
  }
  if (report.ranked.size() > most) {
    text += fmt::format("{} more nodes have smaller errors (--top)\n", report.ranked.size() - most);
  }
  if (!report.stopped.empty()) text += "not finished: " + report.stopped + "\n";
  return text;
}

nlohmann::json to_json(const PrecisionReport& report) {
  using nlohmann::json;
  json nodes = json::array(), kept = json::array();
  for (size_t i = 0; i < report.ranked.size(); ++i) {
    const NodePrecision& node = report.ranked[i];
    nodes.push_back({{"node", node.node},
                     {"name", node.name},
                     {"alone", number_to_json(node.alone)},
                     {"all_but", node.all_but ? number_to_json(*node.all_but) : json()}});
    if (i < report.keep.value_or(0) && !node.name.empty()) kept.push_back(node.name);
  }
  return {{"as", name_of(report.narrower)},
          {"error", number_to_json(report.all)},
          {"nodes", report.nodes},
          {"ranked", nodes},
          {"within", report.within ? number_to_json(*report.within) : json()},
          {"node_block_list", report.keep ? kept : json()},
          {"error_with_block_list", report.within ? number_to_json(report.kept_error) : json()},
          {"stopped", report.stopped.empty() ? json() : json(report.stopped)}};
}

}  // namespace etalon
