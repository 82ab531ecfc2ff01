#include "engine/mdf/document.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "engine/loader/file.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

namespace {

using Json = nlohmann::ordered_json;

// Keeps what is counted while a document is read, and refuses what passes the limits.
class Census {
 public:
  void count_value(size_t depth) {
    if (depth > max_document_depth) {
      throw LimitExceeded("it is nested more than {} deep", max_document_depth);
    }
    if (++values_ > max_document_values) {
      throw LimitExceeded("it holds more than {} values", max_document_values);
    }
  }

 private:
  size_t values_ = 0;
};

// The keys of one dictionary.
class Keys {
 public:
  void add(const std::string& key) {
    if (!keys_.insert(key).second) throw InvalidModel("a dictionary has {} twice", in_quotes(key));
    if (keys_.size() > max_dictionary_entries) {
      throw LimitExceeded("a dictionary has more than {} entries", max_dictionary_entries);
    }
  }

 private:
  std::set<std::string> keys_;
};

std::string line_and_column(std::string_view text, size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t start = before.rfind('\n');
  const size_t column = start == std::string_view::npos ? before.size() : before.size() - start - 1;
  return fmt::format("line {}, column {}", line, std::max<size_t>(column, 1));
}

// ------------------------------------------------------------------------------------------ YAML

// What a plain scalar means in YAML 1.2's core schema.
std::optional<Json> keyword(const std::string& text) {
  static const std::map<std::string, Json> words = {
      {"", nullptr},        {"~", nullptr},     {"null", nullptr},   {"Null", nullptr},
      {"NULL", nullptr},    {"true", true},     {"True", true},      {"TRUE", true},
      {"false", false},     {"False", false},   {"FALSE", false},    {".nan", NAN},
      {".NaN", NAN},        {".NAN", NAN},      {".inf", INFINITY},  {"+.inf", INFINITY},
      {"-.inf", -INFINITY}, {".Inf", INFINITY}, {"-.Inf", -INFINITY}};
  const auto found = words.find(text);
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

// Decimal whole numbers and decimal fractions with an optional exponent.
std::optional<Json> number(const std::string& text) {
  const size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::string digits = "0123456789";
  if (text.size() == sign || (digits + ".").find(text[sign]) == std::string::npos) {
    return std::nullopt;
  }
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  int64_t whole = 0;
  const auto read = std::from_chars(begin, end, whole);
  if (read.ptr == end && read.ec == std::errc()) return Json(whole);
  if (text.find_first_not_of("0123456789.eE+-") != std::string::npos) return std::nullopt;
  char* stop = nullptr;
  const double real = std::strtod(text.c_str(), &stop);
  return stop == end ? std::optional<Json>(real) : std::nullopt;
}

class YamlReader {
 public:
  Json read(const YAML::Node& node, size_t depth = 1) {
    census_.count_value(depth);
    if (node.IsSequence()) {
      Json list = Json::array();
      for (const YAML::Node& item : node) list.push_back(read(item, depth + 1));
      return list;
    }
    if (!node.IsMap()) return scalar(node);
    Json dictionary = Json::object();
    auto& entries = dictionary.get_ref<Json::object_t&>();
    Keys keys;
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) throw InvalidModel("a dictionary's key is no string");
      keys.add(entry.first.Scalar());
      entries.emplace_back(entry.first.Scalar(), read(entry.second, depth + 1));
    }
    return dictionary;
  }

 private:
  static Json scalar(const YAML::Node& node) {
    if (!node.IsScalar()) return nullptr;
    const std::string& tag = node.Tag();
    const bool quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
    if (quoted) return node.Scalar();
    if (!tag.empty() && tag != "?" && !tag.starts_with("tag:yaml.org,2002:")) {
      throw InvalidModel("the tag {} is not known", in_quotes(tag));
    }
    if (const auto word = keyword(node.Scalar())) return *word;
    return number(node.Scalar()).value_or(Json(node.Scalar()));
  }

  Census census_;
};

}  // namespace

Json parse_json(std::string_view text) {
  Census census;
  std::vector<Keys> keys;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
    using Event = Json::parse_event_t;
    if (event == Event::key) {
      keys.back().add(value.get_ref<const std::string&>());
    } else if (event != Event::object_end && event != Event::array_end) {
      census.count_value(static_cast<size_t>(depth) + 1);
    }
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::parse_error& error) {
    throw InvalidModel("{}: this is not JSON", line_and_column(text, error.byte));
  } catch (const Json::out_of_range& error) {
    throw InvalidModel("a number is too large for float64");
  }
}

Json parse_yaml(const std::string& text) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() != 1) {
      throw InvalidModel("it holds {} YAML documents instead of one", documents.size());
    }
    return YamlReader().read(documents.front());
  } catch (const YAML::Exception& error) {
    throw InvalidModel("line {}, column {}: this is not YAML: {}", error.mark.line + 1,
                       error.mark.column + 1, in_quotes(error.msg));
  }
}

Json read_document(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::file_size(file, ignored) > max_document_bytes && !ignored) {
    throw LimitExceeded("{}: larger than {} bytes", file.string(), max_document_bytes);
  }
  const Contents contents = read_file(file);
  const std::string text(contents.begin(), contents.end());
  try {
    if (!valid_utf8(text)) throw InvalidModel("it is not UTF-8 text");
    return file.extension() == ".json" ? parse_json(text) : parse_yaml(text);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace etalon::mdf
