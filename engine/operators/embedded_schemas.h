// The schemas of schemas/, as embedded at build time by embed_schemas.cc.
#pragma once

#include <span>
#include <string_view>

namespace etalon {

// One version of an operator. `json` is its object in the file.
struct EmbeddedSchema {
  std::string_view domain;  // "" for ai.onnx
  std::string_view name;
  int since_version;
  std::string_view json;
};

// The properties of a domain (see schema.h).
struct EmbeddedDomain {
  std::string_view domain;
  bool relaxes_types, shares_names, open_ended;
};

// By domain, name, version.
std::span<const EmbeddedSchema> embedded_schemas();
std::span<const EmbeddedDomain> embedded_domains();

}  // namespace etalon
