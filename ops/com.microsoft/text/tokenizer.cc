// Tokenizer: Y[…, c, k] = token k of the string X[…, c], and pad_value where it has fewer than
// others. Tokens are what is left between the matches of `separators`, one after the other, or the
// matches of `tokenexp`, in RE2's syntax and as long as possible; or the characters, for the
// separators [""] or the tokenexp ".". Of them those count that have mincharnum characters. With
// `mark`, 0x02 is before a string's tokens and 0x03 behind them. Where no string has a token, the
// last axis is empty.
//   1
// Measured of onnxruntime 1.32.0: tokens are not empty, and each separator splits what those before
// it left, of which ^ and $ are the ends.
#include "ops/com.microsoft/text/tokenizer.h"

namespace etalon {
namespace {

Values tokenizer(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 2) require_rank("X", X, 1);
  const StringTokens tokens(call);
  if (X.size() == 0) return {X};
  Charged<TextParts> parts;
  size_t most = 0;
  for (const std::string& text : X.slots<std::string>()) {
    parts.push_back(tokens.of(text));
    most = std::max(most, parts.back().size());
  }
  const bool mark = call.flag("mark") && most > 0;
  const size_t width = mark ? most + 2 : most, before = mark ? 1 : 0;
  const std::string& pad_value = call.text("pad_value");
  Shape shape = X.shape();
  shape.push_back(width);
  return {texts_of(shape, [&](size_t i) -> std::string {
    const TextParts& of = parts[i / width];
    const size_t k = i % width;
    if (mark && k == 0) return "\x02";
    if (mark && k == of.size() + 1) return "\x03";
    return k - before < of.size() ? std::string(of[k - before]) : pad_value;
  })};
}

const Operator op("Tokenizer", tokenizer, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
