#include "conformance/generate/attributes.h"

#include "conformance/cases/own_cases.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace {

using onnx::AttributeProto;

struct AttributeWriter {
  AttributeProto& to;

  void operator()(int64_t value) const {
    to.set_type(AttributeProto::INT);
    to.set_i(value);
  }
  void operator()(double value) const {
    to.set_type(AttributeProto::FLOAT);
    to.set_f(static_cast<float>(value));
  }
  void operator()(const std::string& value) const {
    to.set_type(AttributeProto::STRING);
    to.set_s(value);
  }
  void operator()(const Integers& values) const {
    to.set_type(AttributeProto::INTS);
    for (const int64_t value : values) to.add_ints(value);
  }
  void operator()(const std::vector<double>& values) const {
    to.set_type(AttributeProto::FLOATS);
    for (const double value : values) to.add_floats(static_cast<float>(value));
  }
  void operator()(const std::vector<std::string>& values) const {
    to.set_type(AttributeProto::STRINGS);
    for (const std::string& value : values) to.add_strings(value);
  }
  void operator()(const Tensor& value) const {
    to.set_type(AttributeProto::TENSOR);
    write_tensor(value, "", *to.mutable_t());
  }
  void operator()(const SparseTensor& value) const {
    to.set_type(AttributeProto::SPARSE_TENSOR);
    onnx::SparseTensorProto& sparse = *to.mutable_sparse_tensor();
    write_tensor(value.values, "", *sparse.mutable_values());
    write_tensor(value.indices, "", *sparse.mutable_indices());
    for (const size_t length : value.shape) sparse.add_dims(static_cast<int64_t>(length));
  }
  void operator()(const Type& type) const {
    to.set_type(AttributeProto::TYPE_PROTO);
    write_type(type, *to.mutable_tp());
  }
  void operator()(const onnx::GraphProto& graph) const {
    to.set_type(AttributeProto::GRAPH);
    *to.mutable_g() = graph;
  }
};

}  // namespace

AttributeProto written_attribute(const std::string& name, const AttributeValue& value) {
  AttributeProto attribute;
  attribute.set_name(name);
  std::visit(AttributeWriter{attribute}, value);
  return attribute;
}

void write_attribute(const std::string& name, const AttributeValue& value, onnx::NodeProto& node) {
  *node.add_attribute() = written_attribute(name, value);
}

std::optional<AttributeProto> written_default(const FormalAttribute& formal) {
  if (!formal.default_value) return std::nullopt;
  return std::visit(
      [&]<class T>(const T& value) -> std::optional<AttributeProto> {
        if constexpr (std::is_same_v<T, std::vector<float>>) {
          return written_attribute(formal.name, std::vector<double>(value.begin(), value.end()));
        } else if constexpr (std::is_convertible_v<T, AttributeValue>) {
          return written_attribute(formal.name, value);
        } else {
          return std::nullopt;
        }
      },
      formal.default_value->value);
}

const AttributeProto* find_attribute(const onnx::NodeProto& node, const std::string& name) {
  for (const AttributeProto& attribute : node.attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

}  // namespace etalon
