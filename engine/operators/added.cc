#include "engine/operators/added.h"

#include <dlfcn.h>

#include <limits>

#include "engine/operators/embedded_schemas.h"
#include "engine/values/errors.h"

namespace etalon {
namespace {

bool is_known(std::string_view domain, std::string_view name, int since_version) {
  const Schema* schema = find_schema(domain, name, since_version);
  return schema != nullptr && schema->since_version == since_version;
}

void require_new(const std::string& where, const Schema& schema) {
  if (!is_known(schema.domain, schema.name, schema.since_version)) return;
  throw InvalidInput("{}{} exists already", where, schema.label());
}

// The operators that were entered from this row on.
void require_schemas(const std::string& where, size_t first) {
  for (size_t i = first; i < all_implementations().size(); ++i) {
    const Registration& row = all_implementations()[i];
    if (is_known(row.domain, row.name, row.since_version)) continue;
    throw InvalidInput("{}version {} of {} has no schema in it", where, row.since_version,
                       row.domain.empty() ? row.name : row.domain + "." + row.name);
  }
}

}  // namespace

void load_operators(const std::filesystem::path& library) {
  const std::string where = library.string() + ": ";
  const size_t before = all_implementations().size();
  // Without a slash, the system would look for it among its own libraries.
  const std::string path = library.has_parent_path() ? library.string() : "./" + library.string();
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw InvalidInput("{}", dlerror());  // which names the file
  const auto* added = static_cast<const AddedOperators*>(dlsym(handle, "etalon_operators"));
  if (added == nullptr) throw InvalidInput("{}it is not a library of operators", where);
  if (std::string_view(added->version) != ETALON_VERSION) {
    throw InvalidInput("{}it was made for Etalon {}, and this is {}", where, added->version,
                       ETALON_VERSION);
  }
  for (const EmbeddedSchema& row : added->schemas) {
    Schema schema = schema_from(row);
    require_new(where, schema);
    add_schema(std::move(schema));
  }
  for (const EmbeddedDomain& domain : added->domains) add_domain(domain);
  require_schemas(where, before);
}

const Schema& add_operator(const std::string& domain, const std::string& name, int since_version,
                           Implementation run) {
  if (since_version < 1) {
    throw InvalidInput("{}'s version {} is less than 1", name, since_version);
  }
  Schema schema;
  schema.domain = canonical_domain(domain);
  schema.name = name;
  schema.since_version = since_version;
  schema.open_attributes = true;
  const FormalParameter any{"", "T", FormalParameter::Option::variadic, false, 0, false};
  schema.inputs = schema.outputs = {any};
  schema.inputs[0].name = "inputs";
  schema.outputs[0].name = "outputs";
  schema.max_inputs = schema.max_outputs = std::numeric_limits<int>::max();
  TypeConstraint types{"T", {}, {}};
  for (int i = 1; i < dtype_count; ++i) {
    types.accepted.push_back(Type::tensor(DType(i)));
    types.types.push_back(to_string(types.accepted.back()));
  }
  schema.types = {types};
  require_new("", schema);
  const Schema& kept = add_schema(std::move(schema));
  Operator(kept.name, run, {since_version}, kept.domain);
  return kept;
}

}  // namespace etalon
