#include "conformance/campaign/cause.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "conformance/campaign/signature.h"
#include "conformance/generate/decisions.h"
#include "engine/loader/serialization.h"
#include "engine/values/errors.h"

namespace etalon {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, severity_count> severities = {
    {{"crash", "crash"},
     {"wrong", "wrong on ordinary values"},
     {"edges", "wrong on edge values"},
     {"accuracy", "accuracy"},
     {"refusal", "refusal"},
     {"note", "accuracy note"}}};

std::string listed(const std::set<std::string>& words) {
  return fmt::format("{{{}}}", fmt::join(words, ","));
}

std::string attribute_text(const onnx::AttributeProto& attribute) {
  switch (attribute.type()) {
    case onnx::AttributeProto::INT:
      return fmt::format("{}={}", attribute.name(), attribute.i());
    case onnx::AttributeProto::STRING:
      return fmt::format("{}={}", attribute.name(), attribute.s());
    case onnx::AttributeProto::STRINGS:
      return attribute.name() + listed({attribute.strings().begin(), attribute.strings().end()});
    case onnx::AttributeProto::TENSOR: {
      if (attribute.t().data_type() != onnx::TensorProto::UINT8) return attribute.name();
      std::set<std::string> modes;
      for (const int64_t mode : read_tensor(attribute.t(), {}).ints()) {
        modes.insert(std::to_string(mode));
      }
      return attribute.name() + listed(modes);
    }
    default:
      return attribute.name();
  }
}

std::string call_text(const NodeCall& call, bool of_types) {
  std::set<std::string> attributes;
  for (const onnx::AttributeProto& each : call.node.attribute()) {
    attributes.insert(attribute_text(each));
  }
  std::vector<std::string_view> types;
  for (const Value& input : of_types ? call.inputs : Values()) {
    types.push_back(input.absent()      ? "none"
                    : input.is_tensor() ? type_class(input.tensor().dtype())
                                        : "container");
  }
  return fmt::format("{}({}) {}", call.node.op_type(), fmt::join(types, ", "),
                     fmt::join(attributes, ", "));
}

}  // namespace

std::string_view to_string(Severity severity) {
  return severities[static_cast<size_t>(severity)].first;
}

std::string_view words_of(Severity severity) {
  return severities[static_cast<size_t>(severity)].second;
}

Severity severity_named(const std::string& word) {
  for (int i = 0; i < severity_count; ++i) {
    if (word == to_string(static_cast<Severity>(i))) return static_cast<Severity>(i);
  }
  throw InvalidInput("'{}' is not a severity", word);
}

Severity severity_of(const Finding& finding, bool special) {
  if (finding.status == Status::crash || finding.status == Status::timeout) return Severity::crash;
  if (finding.is_refusal()) return Severity::refusal;
  const bool judged = finding.judged.has_value() && finding.kind == Mismatch::values;
  if (judged && !finding.judged->outside) return Severity::note;
  const bool digits = finding.signature.ends_with("digits");
  if (digits || (judged && finding.judged->grade == Grade::unlikely)) return Severity::accuracy;
  return special ? Severity::edges : Severity::wrong;
}

std::string path_of(const CaseFiles& files, size_t element, size_t count) {
  constexpr size_t most = 3;
  const std::optional<NodeCall> call = call_of(files);
  if (!call) return "";
  std::vector<std::string> sides;
  for (const DecisionLog::Comparison& each : comparisons_of_element(*call, element, count)) {
    if (sides.size() < most) sides.push_back(to_string(Decision{each.place, each.side}));
  }
  return fmt::format("{}", fmt::join(sides, ", "));
}

std::string cause_of(const Finding& finding, Severity severity, const CaseFiles& files) {
  const std::optional<NodeCall> call = call_of(files);
  if (!call || finding.is_refusal()) return finding.key();
  const std::string_view what = severity == Severity::note          ? to_string(Severity::accuracy)
                                : finding.status == Status::timeout ? to_string(finding.status)
                                                                    : to_string(severity);
  return fmt::format("{}: {}{}", what, call_text(*call, finding.kind != Mismatch::type),
                     finding.path.empty() ? "" : "; " + finding.path);
}

}  // namespace etalon
