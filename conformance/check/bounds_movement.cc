// Bounds for operators that move elements: the errors are moved in the same way.
#include "conformance/check/bound_rules.h"

namespace etalon {

namespace {

// Attributes with 0 in place of elements, for a rerun on errors: these elements are exact.
Attributes no_errors(const RoundedNode& node) {
  Attributes attributes;
  for (const char* name : {"value", "extrapolation_value"}) {
    const auto found = node.call().node().attributes.find(name);
    if (found == node.call().node().attributes.end()) continue;
    Attribute zero = found->second;
    zero.value = 0.0F;
    attributes[name] = zero;
  }
  return attributes;
}

std::vector<Bound> moved(const RoundedNode& node) {
  if (node.all_exact()) return std::vector<Bound>(node.outputs().size());
  Rerun changes;
  changes.attributes = no_errors(node);
  for (const size_t i : node.data()) changes.inputs[i] = node.error(i);
  std::vector<Bound> bounds;
  for (const Value& value : node.rerun(changes)) {
    if (!value.is_tensor()) throw NoBound{"it has outputs that are not tensors"};
    const bool real = is_float(value.tensor().dtype());
    bounds.push_back(real ? bound_of(value.tensor().dtype(), value.tensor().as<double>())
                          : Bound());
  }
  return bounds;
}

// A scatter only moves elements if its reduction is "none".
std::vector<Bound> scattered(const RoundedNode& node) {
  if (node.call().schema().attribute("reduction") != nullptr &&
      node.call().text("reduction") != "none") {
    throw NoBound{"it has a reduction"};
  }
  return moved(node);
}

std::vector<Bound> resized(const RoundedNode& node) {
  if (node.call().text("mode") != "nearest") throw NoBound{"it interpolates"};
  return moved(node);
}

std::vector<Bound> dropped(const RoundedNode& node) {
  if (!identical(node.tensor(0), node.output())) throw NoBound{"it drops elements at random"};
  return moved(node);
}

}  // namespace

BoundRules movement_bound_rules() {
  BoundRules rules = {{"Dropout", dropped},     {"Resize", resized},
                      {"Scatter", scattered},   {"ScatterElements", scattered},
                      {"ScatterND", scattered}, {"Upsample", resized}};
  for (const char* name :
       {"CenterCropPad", "Compress",        "Concat",   "DepthToSpace", "Expand", "Flatten",
        "Gather",        "GatherElements",  "GatherND", "Identity",     "OneHot", "Pad",
        "Reshape",       "ReverseSequence", "Slice",    "SpaceToDepth", "Split",  "Squeeze",
        "Tile",          "Transpose",       "Trilu",    "Unsqueeze",    "Where"}) {
    rules[name] = moved;
  }
  return rules;
}

}  // namespace etalon
