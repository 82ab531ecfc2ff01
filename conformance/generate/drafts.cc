#include "conformance/generate/drafts.h"

#include <algorithm>
#include <span>

#include "conformance/generate/rules.h"
#include "conformance/generate/special_numbers.h"

namespace etalon {

std::string rule_name(const Schema& schema) {
  return schema.domain.empty() ? schema.name : schema.domain + "." + schema.name;
}

std::vector<const Schema*> drawn_versions(const std::string& name) {
  std::vector<const Schema*> versions;
  for (const Schema& schema : all_schemas()) {
    const bool in_force = !schema.deprecated && !schema.experimental;
    if (in_force && rule_name(schema) == name) versions.push_back(&schema);
  }
  return versions;
}

std::vector<DType> Draft::free_types() const {
  std::vector<DType> types;
  for (const FreeInput& each : free) types.push_back(call.inputs[each.input].tensor().dtype());
  return types;
}

namespace {

// Attributes that have their default are sometimes written and sometimes not, whatever the rule
// does. consumed_inputs, which old versions have and which means nothing, is sometimes given.
void vary_attributes(const Schema& schema, size_t inputs, Draw& draw, onnx::NodeProto& node) {
  auto& attributes = *node.mutable_attribute();
  for (const FormalAttribute& formal : schema.attributes) {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const auto& each) { return each.name() == formal.name; });
    const bool given = found != attributes.end();
    if (formal.name == "consumed_inputs" && !given && draw.chance(0.2)) {
      write_attribute(formal.name, Integers(inputs, 0), node);
    }
    const std::optional<onnx::AttributeProto> usual = written_default(formal);
    if (!usual) continue;
    if (!given) {
      if (draw.chance(0.05)) *attributes.Add() = *usual;
    } else if (draw.chance(0.3) && found->SerializeAsString() == usual->SerializeAsString()) {
      attributes.erase(found);
    }
  }
}

// Optional outputs before the last one are sometimes left out.
void vary_outputs(const Schema& schema, Draw& draw, onnx::NodeProto& node) {
  for (int i = 0; i + 1 < node.output_size(); ++i) {
    const FormalParameter* formal = parameter_at(schema.outputs, static_cast<size_t>(i));
    const bool optional = formal != nullptr && formal->option == FormalParameter::Option::optional;
    if (optional && draw.chance(0.15)) node.set_output(i, "");
  }
}

}  // namespace

Draft draft_call(const Schema& schema, Draw& draw) {
  const auto rule = all_rules().find(rule_name(schema));
  if (rule == all_rules().end()) throw InternalError("{} has no rule", schema.label());
  Drafting drafting(schema, draw);
  rule->second.draft(drafting);
  vary_attributes(schema, drafting.inputs.size(), draw, drafting.node);
  Draft draft{
      &schema, {drafting.node, schema.since_version, drafting.inputs}, drafting.free, false};
  name_values(draft.call, drafting.outputs);
  for (const size_t output : drafting.unnamed) {
    draft.call.node.set_output(static_cast<int>(output), "");
  }
  vary_outputs(schema, draw, draft.call.node);
  return draft;
}

namespace {

NodeCall with_equal(NodeCall call, const std::vector<FreeInput>& free, Draw& draw) {
  const Tensor first = call.inputs[free[0].input].tensor();
  for (const FreeInput& each : std::span(free).subspan(1)) {
    Value& input = call.inputs[each.input];
    if (input.tensor().dtype() != first.dtype()) continue;
    input = with_elements_of(first, input.tensor(), draw);
  }
  return call;
}

}  // namespace

NodeCall with_values(const Draft& draft, ValueClass values, bool anew, Draw& draw) {
  NodeCall call = draft.call;
  std::vector<FreeInput> suitable;
  for (const FreeInput& each : draft.free) {
    const Tensor& drawn = call.inputs[each.input].tensor();
    if (anew) {
      call.inputs[each.input] = random_tensor(draw, drawn.dtype(), drawn.shape(), each.range);
    }
    if (fits(values, drawn.dtype()) && drawn.size() > 0) suitable.push_back(each);
  }
  if (suitable.empty() || values == ValueClass::ordinary) return call;
  if (values == ValueClass::equal) return with_equal(std::move(call), draft.free, draw);
  const bool all = values >= ValueClass::dot_zeros;
  const size_t certain = place(draw, suitable.size());
  for (size_t i = 0; i < suitable.size(); ++i) {
    if (!all && i != certain && unit(draw) < 0.5) continue;
    Value& input = call.inputs[suitable[i].input];
    input = of_class(values, input.tensor(), suitable[i].range, draw);
  }
  return call;
}

}  // namespace etalon
