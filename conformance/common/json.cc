#include "conformance/common/json.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "conformance/common/near.h"
#include "conformance/common/paths.h"
#include "engine/values/errors.h"

namespace etalon {

namespace {

template <class Json>
Json parse(std::string_view text) {
  if (is_too_deep(text)) refuse_depth();
  return Json::parse(text);
}

}  // namespace

void refuse_depth() {
  throw nlohmann::json::other_error::create(
      501, "lists and objects are nested more than " + std::to_string(max_json_depth) + " deep",
      nullptr);
}

bool is_too_deep(std::string_view json_text) {
  size_t depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < json_text.size(); ++i) {
    const char c = json_text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > max_json_depth) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

nlohmann::json parse_json(std::string_view text) { return parse<nlohmann::json>(text); }

nlohmann::ordered_json parse_ordered_json(std::string_view text) {
  return parse<nlohmann::ordered_json>(text);
}

nlohmann::json try_parse_json(std::string_view text) {
  if (is_too_deep(text)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, false);
}

nlohmann::json read_json(const std::filesystem::path& file) {
  const std::string text = file_text(file);
  refuse_empty(file, text);
  try {
    return parse_json(text);
  } catch (const nlohmann::json::exception& problem) {
    throw InvalidInput("{}: not JSON: {}", file.string(), json_sentence(problem));
  }
}

void refuse_empty(const std::filesystem::path& file, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw InvalidInput("{} is an empty file", in_quotes(file.string()));
  }
}

void rethrow_naming(std::string_view place) {
  try {
    throw;
  } catch (const Error& problem) {
    throw InvalidInput("{}: {}", place, problem.what());
  } catch (const nlohmann::json::exception& problem) {
    throw InvalidInput("{}: {}", place, json_sentence(problem));
  }
}

void check_keys(const nlohmann::json& object, std::string_view what,
                const std::vector<std::string>& known) {
  if (!object.is_object()) return;  // where it is read, that is an error of its own
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    throw InvalidInput("{} has an unknown key {}{} (it may have {})", what, in_quotes(key),
                       did_you_mean(key, known), fmt::join(known, ", "));
  }
}

nlohmann::json number_to_json(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

double number_from_json(const nlohmann::json& written) {
  if (!written.is_string()) return written.get<double>();
  const auto& text = written.get_ref<const std::string&>();
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw InvalidInput("\"{}\" is not a number", text);
  return value;
}

}  // namespace etalon
