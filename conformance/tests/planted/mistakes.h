// Twenty mistakes that a runtime may make, one at a time. conformance/campaign/seeded_bugs counts
// the drawn cases until each is found.
#pragma once

#include <string_view>
#include <vector>

#include "engine/interpreter/interpreter.h"
#include "onnx.pb.h"

namespace etalon {

struct Mistake {
  std::string_view name;  // what ETALON_PLANT says
  std::string_view op_type;
  // What is wrong with a call before Etalon's engine evaluates it, or with what it gives; nullptr
  // for nothing.
  void (*in_call)(onnx::NodeProto& node, Bindings& inputs) = nullptr;
  void (*in_result)(const onnx::NodeProto& node, const Bindings& inputs, Values& outputs) = nullptr;
};

const std::vector<Mistake>& mistakes();
// The mistake with this name, or nullptr.
const Mistake* mistake_named(std::string_view name);

}  // namespace etalon
