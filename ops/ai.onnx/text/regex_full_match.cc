// RegexFullMatch: Y = whether the whole of X matches `pattern`, in RE2's syntax.
//   20
#include <re2/re2.h>

#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

Values regex_full_match(const Call& call) {
  const Tensor& X = call.tensor("X");
  RE2::Options options;
  options.set_log_errors(false);
  const RE2 pattern(call.text("pattern"), options);
  if (!pattern.ok()) {
    throw InvalidInput("the pattern {} is malformed: {}", in_quotes(pattern.pattern()),
                       in_quotes(pattern.error()));
  }
  Bools Y = empty_array<bool>(X.shape());
  const std::span<const std::string> texts = X.slots<std::string>();
  std::transform(texts.begin(), texts.end(), Y.begin(),
                 [&](const std::string& text) { return RE2::FullMatch(text, pattern); });
  return {Tensor::of(DType::boolean, Y)};
}

const Operator op("RegexFullMatch", regex_full_match, {20});

}  // namespace
}  // namespace etalon
