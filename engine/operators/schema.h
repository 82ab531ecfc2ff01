// Operator schemas: the inputs, outputs, attributes and defaults of each version of each operator.
// Embedded from schemas/*.json (see scripts/extract_schemas.py for their form and source).
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/model.h"

namespace etalon {

struct FormalParameter {
  enum class Option { single, optional, variadic };
  std::string name;
  std::string type;  // a type variable ("T") or a type string ("tensor(int64)")
  Option option = Option::single;
  bool homogeneous = true;  // variadic: all of one type
  int min_arity = 1;        // variadic: the least number of values
  bool differentiable = false;
};

// The formal parameter of a position. A variadic parameter covers all positions from its own on.
// nullptr if there is none.
const FormalParameter* parameter_at(const std::vector<FormalParameter>& formals, size_t index);

struct FormalAttribute {
  std::string name;
  AttributeType type = AttributeType::undefined;
  bool required = false;
  bool numbered = false;  // one for each number: `name` is followed by 0, 1, 2, …
  std::optional<Attribute> default_value;
  // The values that are supported, as text; any when empty.
  std::vector<std::string> supported;
  std::string meaning;  // a sentence, where the operator's page lacks the attribute
};

struct TypeConstraint {
  std::string variable;
  std::vector<std::string> types;  // type strings, as Type's to_string writes them
  std::vector<Type> accepted;      // the same, parsed
};

struct Schema {
  std::string domain;  // "" for ai.onnx
  std::string name;
  int since_version = 0;
  bool deprecated = false;
  bool experimental = false;
  std::string dialect;    // of ONNX, which alone has this version: "onnxruntime"; "" for all others
  bool function = false;  // the specification gives a function body
  bool open_attributes = false;  // accepts attributes that are not listed here
  bool reads_graph = false;      // may read any value of its graph (Gradient)
  std::vector<FormalParameter> inputs;
  std::vector<FormalParameter> outputs;
  std::vector<FormalAttribute> attributes;
  std::vector<TypeConstraint> types;
  int min_inputs = 0, max_inputs = 0, min_outputs = 0, max_outputs = 0;
  // Other forms of this version. A form is in force where the node has the form's attribute
  // `given`.
  std::vector<Schema> forms;
  std::string given;

  const FormalAttribute* attribute(std::string_view name) const;
  const TypeConstraint* constraint(std::string_view variable) const;
  std::string label() const;  // "Softmax-13"; "ai.onnx.ml.Scaler-1" outside ai.onnx
  // One of `forms`, or this schema where the node has no form's attribute.
  const Schema& form_for(const Attributes& node_attributes) const;
};

// "ai.onnx" → "".
std::string_view canonical_domain(std::string_view domain);

// The schema in force at `opset`: the greatest since-version ≤ opset; nullptr when there is none.
const Schema* find_schema(std::string_view domain, std::string_view name, int64_t opset);
// All schemas, by domain, name, version; then the schemas that a program has added (added.h).
const std::deque<Schema>& all_schemas();
// Sets the defaults of the attributes that are not given.
void add_defaults(const Schema& schema, Attributes& attributes);
// Throws Unsupported, naming the attribute, for a value that its `supported` list lacks.
void check_supported(const Schema& schema, const Attributes& attributes);

// Properties of a dialect of ONNX. Each is the entry of that name in the dialect's schema file.

// True for a dialect in whose models ONNX's own operators accept tensors of every numeric type,
// including types that their schemas do not list.
bool relaxes_types(std::string_view domain);
// True if an operator that has the name of an ONNX operator also has its meaning; true for ai.onnx
// itself.
bool shares_names(std::string_view domain);
// True if models may contain operators and attributes that the schemas lack.
bool open_ended(std::string_view domain);

// The number of calls of find_schema and find_implementation in this process; evaluation makes
// none.
uint64_t schema_lookups();
void count_schema_lookup();
// True for a domain that has schemas.
bool known_domain(std::string_view domain);
// The greatest since-version in a domain: the newest opset that Etalon has.
int newest_opset(std::string_view domain);

}  // namespace etalon
