// One evaluation of a model over a finite field.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "conformance/equivalent/subject.h"
#include "engine/numerics/field.h"

namespace etalon::equivalent {

// A set of inputs in which every element of a float tensor is a function of its own: the same for
// the same field and input. Those that are `fixed` keep their elements.
Bindings field_inputs(Field& field, const Bindings& inputs, const std::set<std::string>& fixed);

// True if both are the same function: of tensors element by element.
bool same_function(const Field& field, const Value& a, const Value& b);

struct FieldRequest {
  const Subject& subject;
  Field& field;
  const Options& evaluation;
  // Called with each value that a node of the main graph gives; what follows gets what it returns.
  std::function<Value(const std::string& name, const Value& value)> settled;
  Bindings constants;  // read in place of initializers of these names
};

// Thrown for a node behind which nothing can be shown.
struct Unproved {
  std::string why;
  std::set<std::string> deciding;  // as FieldValues has
};

struct FieldValues {
  Bindings values;  // of the main graph, by name
  // Nodes that the field does not evaluate, functions of which nothing is known: labels.
  std::set<std::string> unknown;
  // Inputs with which it would evaluate one of these if they were fixed.
  std::set<std::string> deciding;
};
// Throws Unproved for a node of which not even the results' shapes are known.
FieldValues field_values(const FieldRequest& request, const Bindings& inputs);

}  // namespace etalon::equivalent
