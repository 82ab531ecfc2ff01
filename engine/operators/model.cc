#include "engine/operators/model.h"

#include <algorithm>
#include <tuple>

#include "engine/operators/schema.h"
#include "engine/values/utf8.h"

namespace etalon {

Attribute::Attribute() = default;
Attribute::Attribute(std::string the_name, AttributeType the_type, std::string ref, Content content)
    : name(std::move(the_name)),
      type(the_type),
      ref_name(std::move(ref)),
      value(std::move(content)) {}
Attribute::~Attribute() = default;
Attribute::Attribute(const Attribute&) = default;
Attribute::Attribute(Attribute&&) noexcept = default;
Attribute& Attribute::operator=(const Attribute&) = default;
Attribute& Attribute::operator=(Attribute&&) noexcept = default;

std::string_view name(AttributeType type) {
  constexpr std::string_view names[] = {
      "undefined",      "float",      "int",        "string",  "tensor", "graph",
      "floats",         "ints",       "strings",    "tensors", "graphs", "sparse_tensor",
      "sparse_tensors", "type_proto", "type_protos"};
  const auto index = static_cast<size_t>(type);
  return index < std::size(names) ? names[index] : names[0];
}

std::string label_of(const Node& node) {
  std::string label = node.schema           ? node.schema->label()
                      : node.domain.empty() ? node.op_type
                                            : node.domain + "." + node.op_type;
  label = in_quotes(label);
  label = label.substr(1, label.size() - 2);
  if (!node.name.empty()) return label + " " + in_quotes(node.name);
  for (const std::string& output : node.outputs) {
    if (!output.empty()) return label + " (output " + in_quotes(output) + ")";
  }
  return label;
}

const Function* Model::function(std::string_view domain, std::string_view name,
                                std::string_view overload) const {
  const auto key = std::make_tuple(canonical_domain(domain), name, overload);
  const auto key_of = [](const Function& function) {
    return std::make_tuple(std::string_view(function.domain), std::string_view(function.name),
                           std::string_view(function.overload));
  };
  const auto found = std::lower_bound(
      functions.begin(), functions.end(), key,
      [&](const Function& each, const auto& wanted) { return key_of(each) < wanted; });
  return found != functions.end() && key_of(*found) == key ? &*found : nullptr;
}

}  // namespace etalon
