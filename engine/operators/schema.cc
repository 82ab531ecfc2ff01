#include "engine/operators/schema.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "engine/operators/embedded_schemas.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

using Json = nlohmann::json;

AttributeType attribute_type_named(std::string_view text) {
  for (int i = 0; i <= static_cast<int>(AttributeType::types); ++i) {
    if (name(static_cast<AttributeType>(i)) == text) return static_cast<AttributeType>(i);
  }
  throw InternalError("schemas contain the unknown attribute type '{}'", text);
}

Attribute read_default(const std::string& name, AttributeType type, const Json& json) {
  Attribute attribute{name, type, {}, {}};
  switch (type) {
    case AttributeType::real:
      attribute.value = json.get<float>();
      break;
    case AttributeType::integer:
      attribute.value = json.get<int64_t>();
      break;
    case AttributeType::text:
      attribute.value = json.get<std::string>();
      break;
    case AttributeType::reals:
      attribute.value = json.get<std::vector<float>>();
      break;
    case AttributeType::ints:
      attribute.value = json.get<std::vector<int64_t>>();
      break;
    case AttributeType::texts:
      attribute.value = json.get<std::vector<std::string>>();
      break;
    default:
      throw InternalError("schemas give attribute '{}' a default of the unsupported type {}", name,
                          etalon::name(type));
  }
  return attribute;
}

FormalParameter parameter_of(const EmbeddedParameter& row) {
  using Option = FormalParameter::Option;
  const Option option = row.option == "variadic"   ? Option::variadic
                        : row.option == "optional" ? Option::optional
                                                   : Option::single;
  return {std::string(row.name), std::string(row.type), option,
          row.homogeneous,       row.min_arity,         row.differentiable};
}

FormalAttribute attribute_of(const EmbeddedAttribute& row) {
  FormalAttribute attribute;
  attribute.name = row.name;
  attribute.type = attribute_type_named(row.type);
  attribute.required = row.required;
  attribute.numbered = row.numbered;
  attribute.meaning = row.meaning;
  attribute.supported.assign(row.supported.begin(), row.supported.end());
  if (!row.default_json.empty()) {
    attribute.default_value =
        read_default(attribute.name, attribute.type, Json::parse(row.default_json));
  }
  return attribute;
}

TypeConstraint constraint_of(const EmbeddedTypes& row) {
  TypeConstraint constraint{std::string(row.variable), {}, {}};
  for (const std::string_view type : row.types) {
    constraint.accepted.push_back(type_named(type));
    constraint.types.push_back(to_string(constraint.accepted.back()));
  }
  return constraint;
}

template <class Row, class Item>
void append(std::span<const Row> rows, Item item_of(const Row&), std::vector<Item>& items) {
  items.reserve(rows.size());
  for (const Row& row : rows) items.push_back(item_of(row));
}

Schema schema_of(const EmbeddedSchema& row) {
  Schema schema;
  schema.domain = row.domain;
  schema.name = row.name;
  schema.since_version = row.since_version;
  schema.deprecated = row.deprecated;
  schema.experimental = row.experimental;
  schema.dialect = row.dialect;
  schema.function = row.function;
  schema.open_attributes = row.open_attributes;
  schema.reads_graph = row.reads_graph;
  append(row.inputs, parameter_of, schema.inputs);
  append(row.outputs, parameter_of, schema.outputs);
  append(row.attributes, attribute_of, schema.attributes);
  append(row.types, constraint_of, schema.types);
  schema.min_inputs = row.min_inputs;
  schema.max_inputs = row.max_inputs;
  schema.min_outputs = row.min_outputs;
  schema.max_outputs = row.max_outputs;
  append(row.forms, schema_of, schema.forms);
  schema.given = row.given;
  return schema;
}

// An operator of all versions.
struct OperatorName {
  struct Hash {
    size_t operator()(const OperatorName& operation) const {
      return std::hash<std::string_view>()(operation.name);
    }
  };
  std::string_view domain, name;
  bool operator==(const OperatorName&) const = default;
};

// The schemas, in the order of embedded_schemas(). Each is made when it is first needed.
class Catalogue {
 public:
  const Schema& at(size_t index) {
    std::call_once(made_[index], [&] { schemas_[index] = schema_of(embedded_schemas()[index]); });
    return schemas_[index];
  }
  const std::deque<Schema>& all() {
    for (size_t i = 0; i < made_.size(); ++i) at(i);
    return schemas_;
  }

  const Schema& add(Schema schema) {
    const std::unique_lock lock(mutex_);
    const Schema& kept = schemas_.emplace_back(std::move(schema));
    std::vector<const Schema*>& versions = added_[{kept.domain, kept.name}];
    versions.insert(std::upper_bound(versions.begin(), versions.end(), &kept,
                                     [](const Schema* a, const Schema* b) {
                                       return a->since_version < b->since_version;
                                     }),
                    &kept);
    any_added_ = true;
    return kept;
  }
  // Of those that were added the newest at an opset.
  const Schema* added(const OperatorName& name, int64_t opset) const {
    if (!any_added_) return nullptr;
    const std::shared_lock lock(mutex_);
    const auto versions = added_.find(name);
    const Schema* newest = nullptr;
    if (versions == added_.end()) return newest;
    for (const Schema* each : versions->second) {
      if (each->since_version <= opset) newest = each;
    }
    return newest;
  }
  int newest_added(std::string_view domain) const {
    if (!any_added_) return 0;
    const std::shared_lock lock(mutex_);
    int newest = 0;
    for (const auto& [name, versions] : added_) {
      if (name.domain == domain) newest = std::max(newest, versions.back()->since_version);
    }
    return newest;
  }

 private:
  std::deque<Schema> schemas_{embedded_schemas().size()};
  std::vector<std::once_flag> made_{embedded_schemas().size()};
  std::unordered_map<OperatorName, std::vector<const Schema*>, OperatorName::Hash> added_;
  std::atomic<bool> any_added_ = false;
  mutable std::shared_mutex mutex_;
};

Catalogue& catalogue() {
  static Catalogue all;
  return all;
}

bool names(const FormalAttribute& formal, std::string_view wanted) {
  if (!formal.numbered) return formal.name == wanted;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return wanted.starts_with(formal.name) && wanted.size() > formal.name.size() &&
         std::all_of(wanted.begin() + static_cast<std::ptrdiff_t>(formal.name.size()), wanted.end(),
                     digit);
}

// The value as "supported" lists have it; only numbers and texts stand in them.
std::string supported_text(const Attribute& attribute) {
  if (const auto* whole = std::get_if<int64_t>(&attribute.value)) return fmt::format("{}", *whole);
  if (const auto* text = std::get_if<std::string>(&attribute.value)) return *text;
  return fmt::format("a value of type {}", name(attribute.type));
}

std::atomic<uint64_t> lookups = 0;

}  // namespace

const FormalParameter* parameter_at(const std::vector<FormalParameter>& formals, size_t index) {
  if (index < formals.size()) return &formals[index];
  if (formals.empty() || formals.back().option != FormalParameter::Option::variadic) return nullptr;
  return &formals.back();
}

const FormalAttribute* Schema::attribute(std::string_view wanted) const {
  const auto it = std::find_if(attributes.begin(), attributes.end(),
                               [&](const FormalAttribute& a) { return names(a, wanted); });
  return it == attributes.end() ? nullptr : &*it;
}

const TypeConstraint* Schema::constraint(std::string_view variable) const {
  const auto it = std::find_if(types.begin(), types.end(),
                               [&](const TypeConstraint& t) { return t.variable == variable; });
  return it == types.end() ? nullptr : &*it;
}

std::string Schema::label() const {
  return domain + (domain.empty() ? "" : ".") + name + "-" + std::to_string(since_version);
}

const Schema& Schema::form_for(const Attributes& node_attributes) const {
  const auto it = std::find_if(forms.begin(), forms.end(), [&](const Schema& form) {
    return node_attributes.contains(form.given);
  });
  return it == forms.end() ? *this : *it;
}

std::string_view canonical_domain(std::string_view domain) {
  return domain == "ai.onnx" ? std::string_view() : domain;
}

const Schema* find_schema(std::string_view domain, std::string_view name, int64_t opset) {
  count_schema_lookup();
  static const auto index = [] {
    std::unordered_map<OperatorName, std::vector<size_t>, OperatorName::Hash> versions;
    const std::span<const EmbeddedSchema> all = embedded_schemas();
    for (size_t i = 0; i < all.size(); ++i) versions[{all[i].domain, all[i].name}].push_back(i);
    return versions;
  }();
  const auto versions = index.find({canonical_domain(domain), name});
  const Schema* added = catalogue().added({canonical_domain(domain), name}, opset);
  if (versions == index.end() || added != nullptr) return added;
  const auto newer = std::upper_bound(
      versions->second.begin(), versions->second.end(), opset,
      [](int64_t version, size_t i) { return version < embedded_schemas()[i].since_version; });
  return newer == versions->second.begin() ? nullptr : &catalogue().at(newer[-1]);
}

const std::deque<Schema>& all_schemas() { return catalogue().all(); }

const Schema& add_schema(Schema schema) { return catalogue().add(std::move(schema)); }

Schema schema_from(const EmbeddedSchema& row) { return schema_of(row); }

void add_defaults(const Schema& schema, Attributes& attributes) {
  for (const FormalAttribute& formal : schema.attributes) {
    if (formal.default_value) attributes.try_emplace(formal.name, *formal.default_value);
  }
}

void check_supported(const Schema& schema, const Attributes& attributes) {
  for (const FormalAttribute& formal : schema.attributes) {
    if (formal.supported.empty()) continue;
    const auto it = attributes.find(formal.name);
    if (it == attributes.end() || !it->second.ref_name.empty()) continue;
    const std::string value = supported_text(it->second);
    if (std::find(formal.supported.begin(), formal.supported.end(), value) ==
        formal.supported.end()) {
      throw Unsupported("attribute {} is {}, and only {} is supported", formal.name,
                        in_quotes(value), fmt::join(formal.supported, " or "));
    }
  }
}

bool relaxes_types(std::string_view domain) { return domain_of(domain).relaxes_types; }
bool shares_names(std::string_view domain) {
  return canonical_domain(domain).empty() || domain_of(domain).shares_names;
}
bool open_ended(std::string_view domain) { return domain_of(domain).open_ended; }

uint64_t schema_lookups() { return lookups; }
void count_schema_lookup() { ++lookups; }

bool known_domain(std::string_view domain) { return newest_opset(domain) > 0; }

int newest_opset(std::string_view domain) {
  static const auto newest = [] {
    std::map<std::string_view, int> versions;
    for (const EmbeddedSchema& schema : embedded_schemas()) {
      if (schema.upcoming) continue;
      versions[schema.domain] = std::max(versions[schema.domain], schema.since_version);
    }
    return versions;
  }();
  const auto it = newest.find(canonical_domain(domain));
  return std::max(it == newest.end() ? 0 : it->second,
                  catalogue().newest_added(canonical_domain(domain)));
}

}  // namespace etalon
