#include "conformance/mdf/document.h"

#include <algorithm>

#include "conformance/mdf/census.h"
#include "engine/loader/file.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

using Json = nlohmann::ordered_json;

void Census::count_value(size_t depth) {
  if (depth > max_document_depth) {
    throw LimitExceeded("it is nested more than {} deep", max_document_depth);
  }
  count_values(1);
}

void Census::count_values(size_t number) {
  values_ += number;
  if (values_ > limits_.values) {
    throw LimitExceeded("it holds more than {} values; --limit-values raises the limit",
                        limits_.values);
  }
}

void Keys::add(const std::string& key) {
  if (!keys_.insert(key).second) throw InvalidModel("a dictionary has {} twice", in_quotes(key));
  if (keys_.size() > max_dictionary_entries) {
    throw LimitExceeded("a dictionary has more than {} entries", max_dictionary_entries);
  }
}

std::string line_and_column(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset + 1, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t start = before.rfind('\n');
  const size_t column = start == std::string_view::npos ? before.size() : before.size() - start - 1;
  return fmt::format("line {}, column {}", line, std::max<size_t>(column, 1));
}

Json read_document(const std::filesystem::path& file, const DocumentLimits& limits) {
  std::error_code ignored;
  if (std::filesystem::file_size(file, ignored) > limits.bytes() && !ignored) {
    throw LimitExceeded("{}: larger than {} bytes; --limit-values raises the limit", file.string(),
                        limits.bytes());
  }
  const Contents contents = read_file(file);
  const std::string_view text(contents.data(), contents.size());
  try {
    const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; });
    if (!ascii && !valid_utf8(text)) throw InvalidModel("it is not UTF-8 text");
    return file.extension() == ".json" ? parse_json(text, limits) : parse_yaml(text, limits);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace etalon::mdf
