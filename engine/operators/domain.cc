#include "engine/operators/domain.h"

#include <algorithm>
#include <deque>

#include "engine/operators/embedded_schemas.h"

namespace etalon {
namespace {

// Those of libraries of operators. They stay where they are.
std::deque<EmbeddedDomain>& added_domains() {
  static std::deque<EmbeddedDomain> added;
  return added;
}

const EmbeddedDomain* find_domain(std::string_view domain) {
  const auto named = [&](const EmbeddedDomain& one) { return one.domain == domain; };
  const std::span<const EmbeddedDomain> embedded = embedded_domains();
  const auto known = std::find_if(embedded.begin(), embedded.end(), named);
  if (known != embedded.end()) return &*known;
  const auto added = std::find_if(added_domains().begin(), added_domains().end(), named);
  return added == added_domains().end() ? nullptr : &*added;
}

}  // namespace

const EmbeddedDomain& domain_of(std::string_view domain) {
  static constexpr EmbeddedDomain unknown{};
  const EmbeddedDomain* found = find_domain(canonical_domain(domain));
  return found == nullptr ? unknown : *found;
}

void add_domain(const EmbeddedDomain& domain) {
  if (find_domain(domain.domain) == nullptr) added_domains().push_back(domain);
}

std::string_view why_left_out(std::string_view domain, std::string_view name) {
  for (const EmbeddedLeftOut& one : domain_of(domain).left_out) {
    if (one.name == name) return one.why;
  }
  return "";
}

}  // namespace etalon
