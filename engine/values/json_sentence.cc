#include "engine/values/json_sentence.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace etalon {
namespace {

// "a number" for the library's name of a kind of value.
std::string kind(std::string_view name) {
  if (name == "null") return "null";
  if (name == "boolean") return "true or false";
  if (name == "object") return "an object";
  return fmt::format("a {}", name == "array" ? "list" : name == "string" ? "text" : name);
}

// What stands between `before` and `after`, which ends a text that begins with `before`; the rest
// where `after` is empty.
std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view after) {
  if (!text.starts_with(before) || !text.ends_with(after)) return std::nullopt;
  if (text.size() < before.size() + after.size()) return std::nullopt;
  return text.substr(before.size(), text.size() - before.size() - after.size());
}

}  // namespace

std::string json_sentence(const std::exception& problem) {
  std::string_view text = problem.what();  // "[json.exception.out_of_range.403] key 'x' not found"
  if (const size_t number = text.find("] "); text.starts_with('[') && number != text.npos) {
    text.remove_prefix(number + 2);
  }
  if (const auto key = between(text, "key ", " not found")) {
    return fmt::format("the key {} is missing", *key);
  }
  constexpr std::string_view is = ", but is ", of_type = "actual type is ", with = " with ",
                             must = "type must be ";
  if (const size_t at = text.rfind(is); text.starts_with(must) && at != text.npos) {
    const std::string_view wanted = text.substr(must.size(), at - must.size());
    return fmt::format("{} is expected, not {}", kind(wanted), kind(text.substr(at + is.size())));
  }
  if (const size_t at = text.rfind(of_type); text.starts_with("incompatible ") && at != text.npos) {
    return fmt::format("a text is expected, not {}", kind(text.substr(at + of_type.size())));
  }
  if (const size_t at = text.rfind(with); text.starts_with("cannot use ") && at != text.npos) {
    const std::string_view given = text.substr(at + with.size());
    return fmt::format("{} is expected, not {}",
                       given == "object"  ? "a list"
                       : given == "array" ? "an object"
                                          : "an object or a list",
                       kind(given));
  }
  return std::string(text);
}

}  // namespace etalon
