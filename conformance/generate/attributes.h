// Attributes of nodes: how they are written and found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/operators/schema.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

using Integers = std::vector<int64_t>;
using AttributeValue =
    std::variant<int64_t, double, std::string, Integers, std::vector<double>,
                 std::vector<std::string>, Tensor, SparseTensor, Type, onnx::GraphProto>;

// An attribute of the type that the value has.
onnx::AttributeProto written_attribute(const std::string& name, const AttributeValue& value);
// Adds it to the node.
void write_attribute(const std::string& name, const AttributeValue& value, onnx::NodeProto& node);
// An attribute with the default; nothing where there is none.
std::optional<onnx::AttributeProto> written_default(const FormalAttribute& formal);

// The node's attribute of this name, or nullptr.
const onnx::AttributeProto* find_attribute(const onnx::NodeProto& node, const std::string& name);

}  // namespace etalon
