// StringSplit: Y[…, k] = the k-th part of X[…] between delimiters, "" where there are fewer parts;
// Z = their number. After `maxsplit` splits the rest is one part. Without delimiter the parts are
// between runs of white space (Unicode's), and none begins or ends with it.
//   20
#include "ops/ai.onnx/text/string_split.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "ops/ai.onnx/text/text.h"

namespace etalon {
namespace {

// Parts of a string, which they do not copy.
using Parts = Charged<std::string_view>;

Parts split_at_delimiter(std::string_view text, const std::string& delimiter, size_t maxsplit) {
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

// Takes the characters off the front of `text` that are, or are not, white space.
std::string_view take_off(std::string_view& text, bool space, IsSpace is_space) {
  size_t end = 0;
  for (size_t next = 0; next < text.size(); end = next) {
    UChar32 code = 0;
    U8_NEXT(text.data(), next, text.size(), code);
    if (is_space(code) != space) break;
  }
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(end);
  return taken;
}

Parts split_at_space(std::string_view rest, size_t maxsplit, IsSpace is_space) {
  const auto take = [&](bool space) { return take_off(rest, space, is_space); };
  Parts parts;
  take(true);
  while (!rest.empty()) {
    const std::string_view whole = rest;
    parts.push_back(take(false));
    take(true);
    if (parts.size() <= maxsplit || rest.empty()) continue;
    // The rest is one part, up to its last character that is not white space.
    while (!take(false).empty()) {
      parts.back() = whole.substr(0, whole.size() - rest.size());
      take(true);
    }
  }
  return parts;
}

}  // namespace

Values split_strings(const Call& call, IsSpace is_space) {
  const Tensor& X = call.tensor("X");
  require_utf8("X", X);
  const std::string delimiter = call.text("delimiter", "");
  const int64_t maxsplit = call.integer("maxsplit", std::numeric_limits<int64_t>::max());
  if (maxsplit < 0) throw Unspecified("maxsplit is {}", maxsplit);
  Charged<Parts> split;
  size_t most = 0;
  for (const std::string& text : X.slots<std::string>()) {
    split.push_back(delimiter.empty() ? split_at_space(text, size_t(maxsplit), is_space)
                                      : split_at_delimiter(text, delimiter, size_t(maxsplit)));
    most = std::max(most, split.back().size());
  }
  Ints Z = empty_array<int64_t>({X.size()});
  for (size_t i = 0; i < X.size(); ++i) Z(i) = static_cast<int64_t>(split[i].size());
  Shape shape = X.shape();
  shape.push_back(most);
  const auto part = [&](size_t i) {
    const Parts& parts = split[i / most];
    return std::string(i % most < parts.size() ? parts[i % most] : "");
  };
  return {texts_of(shape, part), Tensor::of(DType::int64, Z).reshaped(X.shape())};
}

namespace {

bool is_white_space(int32_t character) { return u_isUWhiteSpace(character) != 0; }

Values string_split(const Call& call) { return split_strings(call, is_white_space); }

const Operator op("StringSplit", string_split, {20});

}  // namespace
}  // namespace etalon
