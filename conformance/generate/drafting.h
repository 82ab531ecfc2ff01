// A random call of one operator version in the making: what a rule writes into.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/elements.h"
#include "engine/operators/schema.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

class Drafting {
 public:
  Drafting(const Schema& schema, Draw& draw);

  Draw& draw() { return draw_; }
  int version() const { return schema_.since_version; }
  // Whether this version has an attribute, and an input.
  bool has(std::string_view attribute) const { return schema_.attribute(attribute) != nullptr; }
  bool takes(std::string_view input) const;

  // The element type that this call has for a type variable of the schema, drawn when first asked
  // for, or for a type string. `accept` narrows the choice before that.
  DType dtype(const std::string& type);
  DType input_type(size_t input);
  // One of the types that a type variable stands for, such as a map's; drawn each time.
  Type type(const std::string& variable);
  void narrow(const std::string& variable, const std::function<bool(DType)>& accept);

  // Sets an attribute. One that this version does not have, or has with another type, is an
  // InternalError.
  void set(const std::string& name, int64_t value);
  void set(const std::string& name, int value) { set(name, int64_t{value}); }
  void set(const std::string& name, double value);
  void set(const std::string& name, const std::string& value);
  void set(const std::string& name, const char* value) { set(name, std::string(value)); }
  void set(const std::string& name, const std::vector<int64_t>& values);
  void set(const std::string& name, const std::vector<double>& values);
  void set(const std::string& name, const std::vector<std::string>& values);
  void set(const std::string& name, const Tensor& value);
  void set(const std::string& name, const onnx::GraphProto& graph);
  // The same for an attribute that some versions of the operator have, if this one is among them.
  template <class T>
  void set_if_known(const std::string& name, const T& value) {
    if (knows(name)) set(name, value);
  }
  // Sets it half of the time, if this version has it; a flag is 0 or 1, a number a multiple of
  // 1/64.
  void offer_flag(const std::string& name);
  void offer_real(const std::string& name, double low, double high);

  // The next input: of its formal type, with elements that the operator is defined on.
  Tensor add(const Shape& shape);
  Tensor add(const Shape& shape, const Range& range);
  void add(const Value& value);
  void add_integers(const Shape& shape, const std::vector<int64_t>& values);
  void add_reals(const Shape& shape, const std::vector<double>& values);
  void leave_out() { add(Value()); }
  // Whole numbers as an attribute or an input, whichever this version has by that name; one of
  // them it must have.
  void give(const std::string& name, const std::vector<int64_t>& values);

  // An axis as a model writes it: versions since 11 may count from the end.
  int64_t written_axis(size_t axis, size_t rank);
  std::vector<int64_t> written_axes(const std::vector<size_t>& axes, size_t rank);

  size_t next_input() const { return inputs.size(); }

  onnx::NodeProto node;  // operator and attributes; names of inputs and outputs come later
  Values inputs;
  size_t outputs;  // how many of the first ones the node names

 private:
  // has(), for an attribute that at least one version has; else an InternalError.
  bool knows(const std::string& attribute) const;
  onnx::AttributeProto& attribute(const std::string& name, AttributeType type);

  const Schema& schema_;
  Draw& draw_;
  std::map<std::string, std::vector<DType>> choices_;  // of each type variable; one when drawn
};

}  // namespace etalon
