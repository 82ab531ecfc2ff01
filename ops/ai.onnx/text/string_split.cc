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
  while (parts.size() < maxsplit) {
    const size_t end = text.find(delimiter, start);
    if (end == std::string::npos) break;
    parts.push_back(text.substr(start, end - start));
    start = end + delimiter.size();
  }
  parts.push_back(text.substr(start));
  return parts;
}

bool is_space(char32_t code) { return u_isUWhiteSpace(static_cast<UChar32>(code)) != 0; }

std::string encoded(std::u32string_view codes) {
  std::string text;
  for (const char32_t code : codes) append_utf8(code, text);
  return text;
}

Parts split_at_space(const std::string& text, size_t maxsplit) {
  const std::optional<std::u32string> codes = decode_utf8(text);
  if (!codes) throw InvalidInput("the string {} is not UTF-8", in_quotes(text));
  std::u32string_view rest = *codes;
  while (!rest.empty() && is_space(rest.back())) rest.remove_suffix(1);
  Parts parts;
  while (true) {
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
    if (rest.empty()) return parts;
    const bool last = parts.size() == maxsplit;
    const auto end = last ? rest.end() : std::find_if(rest.begin(), rest.end(), is_space);
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
  size_t most = 0;
  for (const std::string& text : X.slots<std::string>()) {
    split.push_back(delimiter.empty() ? split_at_space(text, size_t(maxsplit))
                                      : split_at_delimiter(text, delimiter, size_t(maxsplit)));
    most = std::max(most, split.back().size());
  }
  Texts Y = full<std::string>({X.size(), most}, "");
  Ints Z = empty_array<int64_t>({X.size()});
  for (size_t i = 0; i < X.size(); ++i) {
    for (size_t k = 0; k < split[i].size(); ++k) Y(i, k) = std::move(split[i][k]);
    Z(i) = static_cast<int64_t>(split[i].size());
  }
  Shape shape = X.shape();
  shape.push_back(most);
  return {Tensor::of(DType::string, std::move(Y)).reshaped(shape),
          Tensor::of(DType::int64, Z).reshaped(X.shape())};
}

const Operator op("StringSplit", string_split, {20});

}  // namespace
}  // namespace etalon
