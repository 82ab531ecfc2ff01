#include "engine/operators/schema.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <tuple>

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

FormalParameter read_parameter(const Json& json) {
  FormalParameter parameter;
  parameter.name = json.at("name");
  parameter.type = json.at("type");
  const std::string option = json.at("option");
  parameter.option = option == "variadic"   ? FormalParameter::Option::variadic
                     : option == "optional" ? FormalParameter::Option::optional
                                            : FormalParameter::Option::single;
  parameter.homogeneous = json.value("homogeneous", true);
  parameter.min_arity = json.value("min_arity", 1);
  parameter.differentiable = json.value("differentiable", false);
  return parameter;
}

FormalAttribute read_attribute(const Json& json) {
  FormalAttribute attribute;
  attribute.name = json.at("name");
  attribute.type = attribute_type_named(json.at("type").get<std::string>());
  attribute.required = json.at("required");
  attribute.numbered = json.value("numbered", false);
  attribute.meaning = json.value("meaning", "");
  for (const Json& value : json.value("supported", Json::array())) {
    attribute.supported.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
  const auto given = json.find("default");
  // A tensor without elements as the default means "no default", as in ai.onnx.ml.LabelEncoder-4.
  if (given != json.end() && attribute.type != AttributeType::tensor) {
    attribute.default_value = read_default(attribute.name, attribute.type, *given);
  }
  return attribute;
}

Schema read_schema(const std::string& domain, const Json& json) {
  Schema schema;
  schema.domain = canonical_domain(domain);
  schema.name = json.at("name");
  schema.since_version = json.at("since_version");
  schema.deprecated = json.value("deprecated", false);
  schema.experimental = json.value("experimental", false);
  schema.function = json.value("function", false);
  schema.open_attributes = json.value("open_attributes", false);
  schema.reads_graph = json.value("reads_graph", false);
  for (const Json& input : json.at("inputs")) schema.inputs.push_back(read_parameter(input));
  for (const Json& output : json.at("outputs")) schema.outputs.push_back(read_parameter(output));
  for (const Json& item : json.at("attributes")) schema.attributes.push_back(read_attribute(item));
  for (const auto& [variable, types] : json.at("types").items()) {
    TypeConstraint constraint{variable, {}, {}};
    for (const std::string type : types) {
      constraint.accepted.push_back(type_named(type));
      constraint.types.push_back(to_string(constraint.accepted.back()));
    }
    schema.types.push_back(std::move(constraint));
  }
  schema.min_inputs = json.at("min_inputs");
  schema.max_inputs = json.at("max_inputs");
  schema.min_outputs = json.at("min_outputs");
  schema.max_outputs = json.at("max_outputs");
  for (Json form : json.value("forms", Json::array())) {
    form["name"] = schema.name;
    form["since_version"] = schema.since_version;
    schema.forms.push_back(read_schema(domain, form));
    schema.forms.back().given = form.at("given");
  }
  return schema;
}

// The schemas, in the order of embedded_schemas(). Each is parsed when it is first needed.
class Catalogue {
 public:
  const Schema& at(size_t index) {
    std::call_once(parsed_[index], [&] {
      const EmbeddedSchema& text = embedded_schemas()[index];
      schemas_[index] = read_schema(std::string(text.domain), Json::parse(text.json));
    });
    return schemas_[index];
  }
  const std::vector<Schema>& all() {
    for (size_t i = 0; i < schemas_.size(); ++i) at(i);
    return schemas_;
  }

 private:
  std::vector<Schema> schemas_{embedded_schemas().size()};
  std::vector<std::once_flag> parsed_{embedded_schemas().size()};
};

Catalogue& catalogue() {
  static Catalogue all;
  return all;
}

// The properties of a domain; none for a domain without schemas.
const EmbeddedDomain& domain_of(std::string_view domain) {
  static constexpr EmbeddedDomain unknown{};
  for (const EmbeddedDomain& one : embedded_domains()) {
    if (one.domain == canonical_domain(domain)) return one;
  }
  return unknown;
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
  const std::span<const EmbeddedSchema> all = embedded_schemas();
  const std::tuple wanted(canonical_domain(domain), name, opset);
  const auto newer = std::upper_bound(
      all.begin(), all.end(), wanted, [](const auto& key, const EmbeddedSchema& schema) {
        return key < std::tuple(schema.domain, schema.name, int64_t{schema.since_version});
      });
  if (newer == all.begin()) return nullptr;
  const auto found = newer - 1;
  if (found->domain != std::get<0>(wanted) || found->name != name) return nullptr;
  return &catalogue().at(static_cast<size_t>(found - all.begin()));
}

const std::vector<Schema>& all_schemas() { return catalogue().all(); }

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
      versions[schema.domain] = std::max(versions[schema.domain], schema.since_version);
    }
    return versions;
  }();
  const auto it = newest.find(canonical_domain(domain));
  return it == newest.end() ? 0 : it->second;
}

}  // namespace etalon
