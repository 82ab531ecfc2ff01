// JSON as RFC 8259 has it, and the numbers NaN, Infinity and -Infinity, as Python writes them.
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/mdf/census.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

namespace {

using Json = nlohmann::ordered_json;

class JsonReader {
 public:
  JsonReader(std::string_view text, const DocumentLimits& limits) : text_(text), census_(limits) {}

  Json document() {
    Json json = value(1);
    skip_space();
    if (at_ != text_.size()) fail();
    return json;
  }

 private:
  [[noreturn]] void fail() const {
    throw InvalidModel("{}: this is not JSON", line_and_column(text_, at_));
  }

  // '\0' at the end.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') ++at_;
  }
  char next() {
    skip_space();
    return peek();
  }
  void expect(char c) {
    if (next() != c) fail();
    ++at_;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  Json value(size_t depth) {
    const char first = next();
    if (first == '[') return list(depth).finish();
    census_.count_value(depth);
    if (first == '{') return dictionary(depth);
    if (first == '"') return string();
    if (take("null")) return nullptr;
    if (take("true")) return true;
    if (take("false")) return false;
    return number();
  }

  ListBuilder list(size_t depth) {
    census_.count_value(depth);
    expect('[');
    ListBuilder items;
    if (next() == ']') {
      ++at_;
      return items;
    }
    for (;;) {
      add_item(items, depth + 1);
      if (next() == ']') break;
      expect(',');
    }
    ++at_;
    return items;
  }

  void add_item(ListBuilder& items, size_t depth) {
    if (next() == '[') return items.add(list(depth));
    Json item = value(depth);
    if (item.is_number_float()) return items.add(Number(item.get<double>()));
    const bool fits = item.is_number_integer() && !item.is_number_unsigned();
    if (fits) return items.add(Number(item.get<int64_t>()));
    items.add(std::move(item));
  }

  Json dictionary(size_t depth) {
    expect('{');
    Json json = Json::object();
    auto& entries = json.get_ref<Json::object_t&>();
    Keys keys;
    if (next() == '}') {
      ++at_;
      return json;
    }
    for (;;) {
      if (next() != '"') fail();
      const std::string key = string();
      keys.add(key);
      expect(':');
      entries.emplace_back(key, value(depth + 1));
      if (next() == '}') break;
      expect(',');
    }
    ++at_;
    return json;
  }

  // The library reads tokens with escapes.
  std::string string() {
    const size_t begin = at_++;
    bool escapes = false;
    while (peek() != '"') {
      if (at_ >= text_.size() || static_cast<unsigned char>(peek()) < 0x20) fail();
      escapes = escapes || peek() == '\\';
      at_ += peek() == '\\' ? 2 : 1;
    }
    ++at_;
    const std::string_view token = text_.substr(begin, at_ - begin);
    if (!escapes && valid_utf8(token)) return std::string(token.substr(1, token.size() - 2));
    const Json read = Json::parse(token, nullptr, false);
    if (!read.is_string()) fail();
    return read.get<std::string>();
  }

  Json number() {
    const size_t begin = at_;
    const bool negative = peek() == '-';
    if (negative) ++at_;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!negative && take("NaN")) return std::numeric_limits<double>::quiet_NaN();
    if (take("Infinity")) return negative ? -infinity : infinity;
    const bool whole = skip_number();
    const std::string_view token = text_.substr(begin, at_ - begin);
    const char* end = token.data() + token.size();
    if (int64_t value = 0; whole && std::from_chars(token.data(), end, value).ec == std::errc()) {
      return value;
    }
    if (uint64_t value = 0; whole && std::from_chars(token.data(), end, value).ec == std::errc()) {
      return value;
    }
    const double real = real_number(token);
    if (std::isinf(real)) throw InvalidModel("a number is too large for float64");
    return real;
  }

  // The digits after the sign; true for a whole number.
  bool skip_number() {
    const auto digits = [this] {
      if (!is_digit(peek())) fail();
      while (is_digit(peek())) ++at_;
    };
    if (peek() == '0') {
      ++at_;
    } else {
      digits();
    }
    const size_t end = at_;
    if (peek() == '.') {
      ++at_;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits();
    }
    return at_ == end;
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  std::string_view text_;
  size_t at_ = 0;
  Census census_;
};

}  // namespace

Json parse_json(std::string_view text, const DocumentLimits& limits) {
  return JsonReader(text, limits).document();
}

}  // namespace etalon::mdf
