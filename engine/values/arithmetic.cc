#include "engine/values/arithmetic.h"

#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "engine/values/errors.h"

namespace etalon {
namespace {

constexpr std::array<std::pair<const char*, bool Arithmetic::*>, 7> fields{
    {{"tf32", &Arithmetic::tf32},
     {"bf16", &Arithmetic::bf16},
     {"f16", &Arithmetic::f16},
     {"f16-sums", &Arithmetic::f16_sums},
     {"flush", &Arithmetic::flush},
     {"approximate", &Arithmetic::approximate},
     {"fixed-point", &Arithmetic::fixed_point}}};

void declare(Arithmetic& arithmetic, const std::string& word) {
  for (const auto& [name, field] : fields) {
    if (word != name) continue;
    arithmetic.*field = true;
    return;
  }
  throw InvalidInput("'{}' is not an arithmetic; choose from: {}", word,
                     fmt::join(arithmetic_names(), ", "));
}

}  // namespace

const std::vector<std::string>& arithmetic_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, field] : fields) all.emplace_back(name);
    return all;
  }();
  return names;
}

std::vector<std::string> names_of(const Arithmetic& arithmetic) {
  std::vector<std::string> names;
  for (const auto& [name, field] : fields) {
    if (arithmetic.*field) names.emplace_back(name);
  }
  return names;
}

Arithmetic arithmetic_named(const std::vector<std::string>& words) {
  Arithmetic arithmetic;
  for (const std::string& word : words) {
    for (size_t begin = 0; begin <= word.size();) {
      const size_t end = std::min(word.find(',', begin), word.size());
      declare(arithmetic, word.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return arithmetic;
}

std::string to_string(const Arithmetic& arithmetic) {
  return fmt::format("{}", fmt::join(names_of(arithmetic), ", "));
}

Arithmetic joined(const Arithmetic& a, const Arithmetic& b) {
  Arithmetic both = a;
  for (const auto& [name, field] : fields) both.*field = a.*field || b.*field;
  return both;
}

}  // namespace etalon
