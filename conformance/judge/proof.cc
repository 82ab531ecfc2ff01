#include "conformance/judge/proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/judge/statistics.h"
#include "engine/numerics/rounded.h"
#include "engine/values/json.h"

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

Values counted(const Node& node, const Values& inputs, const Ordinary& ordinary, Proof& proof) {
  const uint64_t plain = plain_roundings();
  const uint64_t undecided = undecided_results();
  Values outputs = ordinary(node, inputs);
  if (holds_nodes(node)) return outputs;  // its nodes are counted
  uint64_t results = 0;
  for (const Value& output : outputs) results += floats_of(output);
  const uint64_t open = std::min(results, undecided_results() - undecided);
  if (is_random(node)) {
    proof.statistical += results;
  } else if (plain_roundings() != plain && results != 0) {
    proof.unproved[fmt::format("{}-{}", node.op_type, node.schema->since_version)] += results;
  } else {
    proof.undecided += open;
    proof.proved += results - open;
  }
  return outputs;
}

}  // namespace

Proof& Proof::operator+=(const Proof& other) {
  proved += other.proved;
  undecided += other.undecided;
  statistical += other.statistical;
  for (const auto& [label, count] : other.unproved) unproved[label] += count;
  return *this;
}

ProofScope::ProofScope(Proof& proof)
    : scope_([&proof](const Node& node, const Values& inputs, const Ordinary& ordinary) {
        return counted(node, inputs, ordinary, proof);
      }) {}

std::string to_string(const Proof& proof) {
  std::string text =
      fmt::format("{} float results proved, {} undecided", proof.proved, proof.undecided);
  if (proof.statistical != 0) text += fmt::format(", {} random", proof.statistical);
  if (proof.unproved.empty()) return text;
  uint64_t sum = 0;
  std::string labels;
  for (const auto& [label, count] : proof.unproved) {
    sum += count;
    labels += fmt::format("{}{} ({})", labels.empty() ? "" : ", ", label, count);
  }
  return text + fmt::format("; {} not proved: {}", sum, labels);
}

nlohmann::json to_json(const Proof& proof) {
  return {{"proved", proof.proved},
          {"undecided", proof.undecided},
          {"statistical", proof.statistical},
          {"unproved", proof.unproved}};
}

Proof proof_from_json(const nlohmann::json& json) {
  Proof proof;
  json.at("proved").get_to(proof.proved);
  json.at("undecided").get_to(proof.undecided);
  json.at("statistical").get_to(proof.statistical);
  json.at("unproved").get_to(proof.unproved);
  return proof;
}

}  // namespace etalon
