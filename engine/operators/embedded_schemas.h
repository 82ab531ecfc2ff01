// The schemas of schemas/, as embedded at build time by embed_schemas.cc: the fields of the files,
// of which a program makes Schemas as it needs them.
#pragma once

#include <span>
#include <string_view>

#include "engine/operators/domain.h"
#include "engine/operators/schema.h"

namespace etalon {

struct EmbeddedParameter {
  std::string_view name, type, option;
  bool homogeneous;
  int min_arity;
  bool differentiable;
};

struct EmbeddedAttribute {
  std::string_view name, type;
  bool required, numbered;
  std::string_view default_json;  // "" for none
  std::string_view meaning;
  std::span<const std::string_view> supported;
};

struct EmbeddedTypes {
  std::string_view variable;
  std::span<const std::string_view> types;
};

// One version of an operator, or a form of it.
struct EmbeddedSchema {
  std::string_view domain;  // "" for ai.onnx
  std::string_view name;
  int since_version;
  bool deprecated, experimental, function, open_attributes, reads_graph;
  bool upcoming;  // of a release to come
  std::span<const EmbeddedParameter> inputs, outputs;
  std::span<const EmbeddedAttribute> attributes;
  std::span<const EmbeddedTypes> types;
  int min_inputs, max_inputs, min_outputs, max_outputs;
  std::span<const EmbeddedSchema> forms;
  std::string_view given;
  std::string_view dialect;
};

Schema schema_from(const EmbeddedSchema& row);
// Adds a new schema, while no other thread looks schemas up. The reference stays valid.
const Schema& add_schema(Schema schema);

// What a shared library of operators exports as `etalon_operators` (added.h).
struct AddedOperators {
  const char* version;  // of the Etalon whose headers it was compiled with
  std::span<const EmbeddedSchema> schemas;
  std::span<const EmbeddedDomain> domains;
};

// By domain, name, version.
std::span<const EmbeddedSchema> embedded_schemas();
std::span<const EmbeddedDomain> embedded_domains();

}  // namespace etalon
