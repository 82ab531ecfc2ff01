// One evaluation of a model over a finite field.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "conformance/equivalent/subject.h"
#include "engine/numerics/field.h"

namespace etalon::equivalent {

// A set of inputs in which every element of a float tensor is a function of its own: the same for
// the same field and input.
Bindings field_inputs(Field& field, const Bindings& inputs);

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
};

// The values of the main graph, by name. A node that the field does not evaluate is a function of
// which nothing is known, and its label goes to `unknown`; throws Unproved where not even its
// results' shapes are known.
Bindings field_values(const FieldRequest& request, const Bindings& inputs,
                      std::set<std::string>& unknown);

}  // namespace etalon::equivalent
