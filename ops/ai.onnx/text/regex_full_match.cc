// RegexFullMatch: Y = whether the whole of X matches `pattern`, in RE2's syntax.
//   20
#include <re2/re2.h>

#include "ops/ai.onnx/text/text.h"

namespace etalon {
namespace {

Values regex_full_match(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_utf8("X", X);
  RE2::Options options;
  options.set_log_errors(false);
  const RE2 pattern(call.text("pattern"), options);
  if (!pattern.ok()) {
    throw InvalidInput("the pattern {} is malformed: {}", in_quotes(pattern.pattern()),
                       in_quotes(pattern.error()));
  }
  return {
      holds_of_texts(X, [&](const std::string& text) { return RE2::FullMatch(text, pattern); })};
}

const Operator op("RegexFullMatch", regex_full_match, {20});

}  // namespace
}  // namespace etalon
