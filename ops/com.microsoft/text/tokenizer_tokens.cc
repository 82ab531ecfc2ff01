#include "ops/com.microsoft/text/tokenizer.h"

#include <re2/re2.h>

#include "engine/values/utf8.h"

namespace etalon {

class TokenPattern {
 public:
  explicit TokenPattern(const std::string& text) : pattern_(text, options()) {
    if (pattern_.ok()) return;
    throw InvalidInput("the pattern {} is malformed: {}", in_quotes(text),
                       in_quotes(pattern_.error()));
  }
  // The first match in text from `start` on; nullopt if there is none.
  std::optional<std::string_view> match(std::string_view text, size_t start) const {
    count_work(work_per_step + 10 * work_per_byte * (text.size() - start));
    const re2::StringPiece whole(text.data(), text.size());
    re2::StringPiece found;
    if (!pattern_.Match(whole, start, text.size(), RE2::UNANCHORED, &found, 1)) return {};
    return std::string_view(found.data(), found.size());
  }
  const std::string& text() const { return pattern_.pattern(); }

 private:
  static RE2::Options options() {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_longest_match(true);
    return options;
  }
  RE2 pattern_;
};

namespace {

size_t length_of_character(std::string_view text) {
  size_t length = 1;
  while (length < text.size() && (uint8_t(text[length]) & 0xc0) == 0x80) ++length;
  return length;
}

TextParts characters(std::string_view text) {
  TextParts parts;
  for (; !text.empty(); text.remove_prefix(parts.back().size())) {
    parts.push_back(text.substr(0, length_of_character(text)));
  }
  return parts;
}

// What is left of a text between the separator's matches.
void split(std::string_view text, const TokenPattern& separator, TextParts& parts) {
  size_t start = 0;
  const auto add = [&](size_t end) {
    if (end > start) parts.push_back(text.substr(start, end - start));
  };
  while (const auto found = separator.match(text, start)) {
    if (found->empty()) {
      throw Unspecified("the separator {} matches the empty string", in_quotes(separator.text()));
    }
    const auto at = size_t(found->data() - text.data());
    add(at);
    start = at + found->size();
  }
  add(text.size());
}

TextParts matches(std::string_view text, const TokenPattern& tokenexp) {
  TextParts parts;
  for (size_t start = 0; start < text.size();) {
    const auto found = tokenexp.match(text, start);
    if (!found) break;
    start = size_t(found->data() - text.data()) + found->size();
    if (!found->empty()) {
      parts.push_back(*found);
    } else if (start < text.size()) {
      start += length_of_character(text.substr(start));
    } else {
      break;
    }
  }
  return parts;
}

}  // namespace

StringTokens::StringTokens(const Call& call) : least_(call.integer("mincharnum")) {
  const std::vector<std::string> separators = call.texts("separators");
  if (call.has("tokenexp") == !separators.empty()) {
    throw InvalidInput("exactly one of tokenexp and separators must be set");
  }
  if (least_ < 1) throw InvalidInput("mincharnum is {}", least_);
  if (call.has("tokenexp")) {
    characters_ = call.text("tokenexp") == ".";
    tokenexp_ = std::make_unique<TokenPattern>(call.text("tokenexp"));
  } else {
    characters_ = separators == std::vector<std::string>{""};
    for (const std::string& separator : separators) separators_.emplace_back(separator);
  }
}

StringTokens::~StringTokens() = default;

TextParts StringTokens::of(std::string_view text) const {
  if (!valid_utf8(text)) throw InvalidInput("the string {} is not UTF-8", in_quotes(text));
  TextParts parts = all_of(text);
  std::erase_if(parts,
                [&](std::string_view part) { return int64_t(characters(part).size()) < least_; });
  return parts;
}

TextParts StringTokens::all_of(std::string_view text) const {
  if (characters_) return characters(text);
  if (tokenexp_) return matches(text, *tokenexp_);
  TextParts parts{text};
  for (const TokenPattern& separator : separators_) {
    TextParts finer;
    for (const std::string_view part : parts) split(part, separator, finer);
    parts = std::move(finer);
  }
  std::erase(parts, std::string_view());
  return parts;
}

}  // namespace etalon
