// JSON as RFC 8259 has it, and the numbers NaN, Infinity and -Infinity, as Python writes them.
#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "conformance/mdf/census.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon::mdf {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void not_json(std::string_view text, size_t offset) {
  throw InvalidModel("{}: this is not JSON", line_and_column(text, offset));
}

// What the library reads in place of a text: each number that RFC 8259 does not have is a string
// as wide.
struct Rewritten {
  struct Word {
    double value;
    size_t offset;
  };
  std::string text;              // empty for a text without such numbers
  std::map<size_t, Word> words;  // by their places among the text's strings
};

size_t end_of_string(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

Rewritten rewritten(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr std::array<std::pair<std::string_view, double>, 3> words = {
      {{"-Infinity", -infinity},
       {"Infinity", infinity},
       {"NaN", std::numeric_limits<double>::quiet_NaN()}}};
  Rewritten result;
  size_t strings = 0;
  for (size_t at = text.find_first_of("\"-IN"); at < text.size();
       at = text.find_first_of("\"-IN", at)) {
    if (text[at] == '"') {
      ++strings;
      at = end_of_string(text, at);
      continue;
    }
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& entry) {
      return text.substr(at).starts_with(entry.first);
    });
    if (word == words.end()) {
      ++at;
      continue;
    }
    const size_t width = word->first.size();
    if (result.text.empty()) result.text = text;
    result.words[strings++] = {word->second, at};
    result.text.replace(at, width, '"' + std::string(width - 2, ' ') + '"');
    at += width;
  }
  return result;
}

// What the library's parser reports, in order.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const Rewritten& source, const DocumentLimits& limits)
      : text_(text), words_(source.words), census_(limits) {}

  Json document() { return std::move(document_); }

  bool null() override { return value(nullptr); }
  bool boolean(bool given) override { return value(given); }
  bool number_integer(int64_t given) override { return number(given); }
  bool number_unsigned(uint64_t given) override {
    return given > uint64_t(std::numeric_limits<int64_t>::max()) ? value(given)
                                                                 : number(int64_t(given));
  }
  bool number_float(double given, const std::string&) override { return number(given); }
  bool string(std::string& given) override {
    const auto word = words_.find(strings_++);
    return word == words_.end() ? value(std::move(given)) : number(word->second.value);
  }
  bool binary(binary_t&) override { return false; }  // not in JSON

  bool start_object(size_t) override { return open(false); }
  bool key(std::string& given) override {
    const auto word = words_.find(strings_++);
    if (word != words_.end()) not_json(text_, word->second.offset);
    frames_.back().keys.add(given);
    frames_.back().key = std::move(given);
    return true;
  }
  bool end_object() override { return put(Json(close().entries)); }

  bool start_array(size_t) override { return open(true); }
  bool end_array() override {
    ListBuilder list = close().items;
    if (frames_.empty() || !frames_.back().is_list) return put(std::move(list).finish());
    frames_.back().items.add(std::move(list));
    return true;
  }

  bool parse_error(size_t position, const std::string&,
                   const nlohmann::detail::exception& problem) override {
    constexpr int out_of_range = 406;
    if (problem.id == out_of_range) throw InvalidModel("a number is too large for float64");
    not_json(text_, std::max<size_t>(position, 1) - 1);
  }

 private:
  // A list or a dictionary that is not complete.
  struct Frame {
    bool is_list;
    ListBuilder items = {};
    Json::object_t entries = {};
    Keys keys = {};
    std::string key = {};
  };

  bool open(bool is_list) {
    census_.count_value(frames_.size() + 1);
    frames_.push_back({is_list});
    return true;
  }
  Frame close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    return frame;
  }

  bool value(Json given) {
    census_.count_value(frames_.size() + 1);
    return put(std::move(given));
  }
  template <class N>
  bool number(N given) {
    if (frames_.empty() || !frames_.back().is_list) return value(given);
    census_.count_value(frames_.size() + 1);
    frames_.back().items.add(Number(given));
    return true;
  }
  bool put(Json given) {
    if (frames_.empty()) {
      document_ = std::move(given);
    } else if (frames_.back().is_list) {
      frames_.back().items.add(std::move(given));
    } else {
      frames_.back().entries.emplace_back(std::move(frames_.back().key), std::move(given));
    }
    return true;
  }

  std::string_view text_;
  const std::map<size_t, Rewritten::Word>& words_;
  std::vector<Frame> frames_;
  size_t strings_ = 0;
  Json document_;
  Census census_;
};

}  // namespace

Json parse_json(std::string_view text, const DocumentLimits& limits) {
  const Rewritten source = rewritten(text);
  Builder builder(text, source, limits);
  Json::sax_parse(source.words.empty() ? text : source.text, &builder);
  return builder.document();
}

}  // namespace etalon::mdf
