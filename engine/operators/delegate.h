// One operator evaluated by another: for dialects that define their operators by ONNX's.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/operators/operator.h"

namespace etalon {

// Inputs by the formal names of the operator that is called; those not named are left out. A
// variadic input takes every value of its name, in order.
using NamedValues = std::vector<std::pair<std::string_view, Value>>;

// Attributes to hand over.
Attribute attribute_of(std::string name, int64_t value);
Attribute attribute_of(std::string name, double value);  // rounded to float32
Attribute attribute_of(std::string name, std::string value);
Attribute attribute_of(std::string name, std::vector<int64_t> value);
Attribute attribute_of(std::string name, const std::vector<double>& value);
Attributes attributes_of(const std::vector<Attribute>& attributes);

// ONNX's schema of an operator as of an opset. Throws InternalError when there is none.
const Schema& onnx_schema(std::string_view name, int64_t opset);

// A call of ONNX's operator `name` as of `opset`, made inside `outer`: it names the same outputs by
// position and stands in the same graph. Values are not checked against ONNX's types, so that a
// dialect may admit more. An attribute or input that ONNX's schema does not have is an
// InternalError.
class Delegate {
 public:
  Delegate(const Call& outer, std::string_view name, int64_t opset, const NamedValues& inputs,
           Attributes attributes = {});
  Delegate(const Delegate&) = delete;
  Delegate& operator=(const Delegate&) = delete;

  const Call& call() const { return call_; }
  Values run() const;

 private:
  Node node_;
  Attributes attributes_;
  Values inputs_;
  Call call_;
};

// What ONNX's operator `name` as of `opset` returns for these inputs and attributes.
Values delegate(const Call& outer, std::string_view name, int64_t opset, const NamedValues& inputs,
                Attributes attributes = {});
// The same for outer's own inputs, by position, and those of outer's attributes that ONNX's schema
// has too: for operators that are ONNX's own but for types or defaults.
Values delegate(const Call& outer, std::string_view name, int64_t opset);
// Those of outer's attributes, defaults included, that ONNX's schema has by the same name and type.
Attributes shared_attributes(const Call& outer, std::string_view name, int64_t opset);

}  // namespace etalon
