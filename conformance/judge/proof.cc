#include "conformance/judge/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "conformance/common/json.h"
#include "conformance/judge/statistics.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

uint64_t floats_of(const Value& value) {
  if (value.is_tensor()) {
    const bool counts = is_float(value.tensor().dtype()) || is_complex(value.tensor().dtype());
    return counts ? value.tensor().size() : 0;
  }
  uint64_t sum = 0;
  if (value.is_sequence()) {
    for (const Value& item : value.sequence().items) sum += floats_of(item);
  }
  if (value.is_map()) {
    for (const Value& item : value.map().values) sum += floats_of(item);
  }
  return sum;
}

// Those that the model has: an operator may give outputs that a node leaves out.
uint64_t floats_of(const Node& node, const Values& outputs) {
  uint64_t sum = 0;
  for (size_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i) {
    if (!node.outputs[i].empty()) sum += floats_of(outputs[i]);
  }
  return sum;
}

std::string operator_of(const Node& node) {
  return fmt::format("{}-{}", node.op_type, node.schema->since_version);
}

// The first element that is NaN where it is marked; nothing if there is none.
std::optional<size_t> first_marked(const Value& value, const Value& marked) {
  if (!value.is_tensor() || !marked.is_tensor() || !is_float(value.tensor().dtype())) return {};
  const Reals ordinary = value.tensor().as<double>(), with_marks = marked.tensor().as<double>();
  for (size_t i = 0; i < std::min(ordinary.size(), with_marks.size()); ++i) {
    if (std::isnan(with_marks.data()[i]) && !std::isnan(ordinary.data()[i])) return i;
  }
  return {};
}

// What the first undecided element is called: found by evaluating the node once more.
std::string place_of_undecided(const Node& node, const Values& outputs,
                               const std::function<Values()>& again) {
  try {
    const Setting scope(&Evaluation::marks_undecided, true);
    const Values marked = again();
    for (size_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i) {
      const auto at = node.outputs[i].empty() ? std::nullopt : first_marked(outputs[i], marked[i]);
      if (!at) continue;
      const Shape index = index_at(*at, outputs[i].tensor().shape());
      return fmt::format("element {} of output {} of {}", to_string(index),
                         in_quotes(node.outputs[i]), operator_of(node));
    }
  } catch (const Error&) {  // of what the operator makes of a NaN
  }
  return "an output of " + operator_of(node);
}

Values counted(const Node& node, const Values& inputs, const Ordinary& ordinary, Proof& found) {
  const uint64_t plain = evaluation().plain_roundings;
  const uint64_t undecided = evaluation().undecided_results;
  Values outputs = ordinary(node, inputs);
  if (holds_nodes(node)) return outputs;  // its nodes are counted
  const uint64_t results = floats_of(node, outputs);
  const uint64_t open = std::min(results, evaluation().undecided_results - undecided);
  if (is_random(node)) {
    found.statistical += results;
  } else if (evaluation().plain_roundings != plain && results != 0) {
    found.unproved[operator_of(node)] += results;
  } else if (open != 0) {
    found.undecided += open;
    if (found.first_undecided.empty()) {
      found.first_undecided =
          place_of_undecided(node, outputs, [&] { return ordinary(node, inputs); });
    }
  }
  return outputs;
}

uint64_t unproved_of(const Proof& proof) {
  uint64_t sum = 0;
  for (const auto& [label, count] : proof.unproved) sum += count;
  return sum;
}

}  // namespace

Proof& Proof::operator+=(const Proof& other) {
  proved += other.proved;
  undecided += other.undecided;
  statistical += other.statistical;
  for (const auto& [label, count] : other.unproved) unproved[label] += count;
  if (first_undecided.empty()) first_undecided = other.first_undecided;
  return *this;
}

ProofScope::ProofScope(Proof& proof)
    : proof_(proof),
      scope_([this](const Node& node, const Values& inputs, const Ordinary& ordinary) {
        return counted(node, inputs, ordinary, found_);
      }) {}

void ProofScope::add(const Values& outputs) {
  uint64_t results = 0;
  for (const Value& output : outputs) results += floats_of(output);
  const uint64_t others = found_.undecided + found_.statistical + unproved_of(found_);
  found_.proved = results - std::min(results, others);
  proof_ += std::exchange(found_, {});
}

std::string to_string(const Proof& proof) {
  std::string text =
      fmt::format("{} float results proved, {} undecided", proof.proved, proof.undecided);
  if (!proof.first_undecided.empty()) text += fmt::format(" ({})", proof.first_undecided);
  if (proof.statistical != 0) text += fmt::format(", {} random", proof.statistical);
  if (proof.unproved.empty()) return text;
  std::string labels;
  for (const auto& [label, count] : proof.unproved) {
    labels += fmt::format("{}{} ({})", labels.empty() ? "" : ", ", label, count);
  }
  return text + fmt::format("; {} not proved: {}", unproved_of(proof), labels);
}

nlohmann::json to_json(const Proof& proof) {
  nlohmann::json json = {{"proved", proof.proved},
                         {"undecided", proof.undecided},
                         {"statistical", proof.statistical},
                         {"unproved", proof.unproved}};
  if (!proof.first_undecided.empty()) json["first_undecided"] = proof.first_undecided;
  return json;
}

Proof proof_from_json(const nlohmann::json& json) {
  Proof proof;
  read_field(json, "proved", proof.proved);
  read_field(json, "undecided", proof.undecided);
  read_field(json, "statistical", proof.statistical);
  read_field(json, "unproved", proof.unproved);
  proof.first_undecided = field_or<std::string>(json, "first_undecided", "");
  return proof;
}

}  // namespace etalon
