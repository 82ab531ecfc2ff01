// Evaluates one operator by calling another: for dialects that define their operators by ONNX's.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/operators/operator.h"

namespace etalon {

// Inputs by the formal names of the called operator. Inputs that are not named are left out. A
// variadic input receives every value given under its name, in order.
using NamedValues = std::vector<std::pair<std::string_view, Value>>;

// Attributes for the called operator.
Attribute attribute_of(std::string name, int64_t value);
Attribute attribute_of(std::string name, double value);  // rounded to float32
Attribute attribute_of(std::string name, std::string value);
Attribute attribute_of(std::string name, std::vector<int64_t> value);
Attribute attribute_of(std::string name, const std::vector<double>& value);
Attributes attributes_of(const std::vector<Attribute>& attributes);

// ONNX's schema of an operator at an opset. Throws InternalError if there is none.
const Schema& onnx_schema(std::string_view name, int64_t opset);

// A call of ONNX's operator `name` at `opset`, made by the operator of `outer`. It has the same
// outputs, by position, and the same graph. Values are not checked against ONNX's types, so that a
// dialect may accept more types. Throws InternalError for an attribute or input that ONNX's schema
// does not have.
class Delegate {
 public:
  Delegate(const Call& outer, std::string_view name, int64_t opset, const NamedValues& inputs,
           Attributes attributes = {});
  Delegate(const Delegate&) = delete;
  Delegate& operator=(const Delegate&) = delete;

  const Call& call() const { return call_; }
  Values run() const;
  // The outputs without marks: an operator that uses this as a step says itself what is open.
  Values run_as_step() const;

 private:
  void require_implementation() const;

  Node node_;
  Attributes attributes_;
  Values inputs_;
  Call call_;
};

// The outputs of ONNX's operator `name` at `opset` for these inputs and attributes.
Values delegate(const Call& outer, std::string_view name, int64_t opset, const NamedValues& inputs,
                Attributes attributes = {});
// As delegate(), as a step of a formula (Delegate::run_as_step).
Values step_of(const Call& outer, std::string_view name, int64_t opset, const NamedValues& inputs,
               Attributes attributes = {});
// As delegate(), with outer's own inputs, by position, and its shared_attributes(): for operators
// that differ from ONNX's only in types or defaults.
Values delegate(const Call& outer, std::string_view name, int64_t opset);
// The inputs of a call, by position, with other values for the named ones.
Values with_changed(const Call& call, const NamedValues& changed);
// Outer's attributes, defaults included, that ONNX's schema has with the same name and type.
Attributes shared_attributes(const Call& outer, std::string_view name, int64_t opset);

}  // namespace etalon
