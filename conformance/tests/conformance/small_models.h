// Small models for tests, made node by node.
#pragma once

#include <string>
#include <vector>

#include "engine/loader/loader.h"
#include "onnx.pb.h"

namespace etalon::test {

// SmallModel(13).input("x", x).node("Relu", {"x"}, {"y"}).output("y").model()
class SmallModel {
 public:
  explicit SmallModel(int64_t opset);
  // Declares an input with the value's type and shape.
  SmallModel& input(const std::string& name, const Value& value);
  SmallModel& initializer(const std::string& name, const Tensor& value);
  SmallModel& node(const std::string& op_type, const std::vector<std::string>& inputs,
                   const std::vector<std::string>& outputs);
  // Sets an attribute of the last node.
  SmallModel& set(const std::string& name, int64_t value);
  SmallModel& set(const std::string& name, double value);
  SmallModel& set(const std::string& name, const char* text);
  SmallModel& set(const std::string& name, const std::vector<int64_t>& values);
  SmallModel& output(const std::string& name, DType type = DType::float32);

  std::string bytes() const { return proto_.SerializeAsString(); }
  BoundModel model() const { return parse_model(bytes()); }
  onnx::ModelProto& proto() { return proto_; }

 private:
  onnx::AttributeProto& attribute(const std::string& name);

  onnx::ModelProto proto_;
};

}  // namespace etalon::test
