// StringSplit: Y[…, k] = the k-th part of X[…] between delimiters, "" where there are fewer parts;
// Z = their number. After `maxsplit` splits the rest is one part. Without delimiter the parts are
// between runs of white space (Unicode's), and none begins or ends with it.
//   20
#include <unicode/uchar.h>

#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

using Parts = std::vector<std::string>;

Parts split_at_delimiter(const std::string& text, const std::string& delimiter, size_t maxsplit) {
  Parts parts;
  size_t start = 0;
  for (size_t end;
       parts.size() < maxsplit && (end = text.find(delimiter, start)) != std::string::npos;) {
    parts.push_back(text.substr(start, end - start));
    start = end + delimiter.size();
  }
  parts.push_back(text.substr(start));
  return parts;
}

std::string encoded(std::u32string_view codes) {
  std::string text;
  for (const char32_t code : codes) append_utf8(code, text);
  return text;
}

Parts split_at_space(const std::string& text, size_t maxsplit) {
  const std::optional<std::u32string> decoded = decode_utf8(text);
  if (!decoded) throw InvalidInput("the string {} is not UTF-8", in_quotes(text));
  const auto is_space = [](char32_t c) { return u_isUWhiteSpace(static_cast<UChar32>(c)) != 0; };
  std::u32string_view rest = *decoded;
  while (!rest.empty() && is_space(rest.back())) rest.remove_suffix(1);
  Parts parts;
  while (true) {
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
    if (rest.empty()) return parts;
    const auto end =
        parts.size() == maxsplit ? rest.end() : std::find_if(rest.begin(), rest.end(), is_space);
    const auto length = static_cast<size_t>(end - rest.begin());
    parts.push_back(encoded(rest.substr(0, length)));
    rest.remove_prefix(length);
  }
}

Values string_split(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::string delimiter = call.text("delimiter", "");
  const int64_t maxsplit = call.integer("maxsplit", std::numeric_limits<int64_t>::max());
  if (maxsplit < 0) throw Unspecified("maxsplit is {}", maxsplit);
  std::vector<Parts> split;
  Ints Z = empty_array<int64_t>(X.shape());
  size_t most = 0;
  for (const std::string& text : X.slots<std::string>()) {
    split.push_back(delimiter.empty() ? split_at_space(text, size_t(maxsplit))
                                      : split_at_delimiter(text, delimiter, size_t(maxsplit)));
    Z.data()[split.size() - 1] = static_cast<int64_t>(split.back().size());
    most = std::max(most, split.back().size());
  }
  Shape shape = X.shape();
  shape.push_back(most);
  Texts Y = full<std::string>(shape, "");
  for (size_t i = 0; i < split.size(); ++i) {
    std::move(split[i].begin(), split[i].end(), Y.data() + i * most);
  }
  return {Tensor::of(DType::string, Y), Tensor::of(DType::int64, Z)};
}

const Operator op("StringSplit", string_split, {20});

}  // namespace
}  // namespace etalon
