// StringNormalizer: the text does not say by which mapping a string changes its case.
#include "ops/ai.onnx/text/string_normalizer.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/values/utf8.h"
#include "ops/ai.onnx/other_shape.h"

namespace etalon {
namespace {

// Each character in place of which f gives one.
template <class F>
std::string by_character(const std::string& text, F f) {
  std::string result;
  for (size_t next = 0; next < text.size();) {
    const size_t start = next;
    UChar32 code = 0;
    U8_NEXT(text.data(), next, text.size(), code);
    result += f(code, text.substr(start, next - start));
  }
  return result;
}

std::string utf8_of(UChar32 code) {
  char bytes[U8_MAX_LENGTH];
  size_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, code);
  return {bytes, size};
}

// Unicode's simple mappings: each character has one counterpart at most.
std::string simply_folded(const std::string& text) {
  return by_character(text, [](UChar32 code, const std::string&) {
    return utf8_of(u_foldCase(code, U_FOLD_CASE_DEFAULT));
  });
}

// The locale's counterpart of each character where it is one, else that of any locale.
std::string changed(const std::string& text, CaseChange change, const icu::Locale& locale) {
  return by_character(text, [&](UChar32 code, const std::string& character) {
    std::string result = full_change(character, change, locale);
    size_t first = 0;
    U8_FWD_1(result.data(), first, result.size());
    if (first == result.size()) return result;
    return utf8_of(change == CaseChange::lower ? u_tolower(code) : u_toupper(code));
  });
}

void string_normalizer(Opening& open) {
  const auto simple = [&] { return normalized(open.call, {simply_folded, changed}); };
  open.Y = or_whole(open.Y, "case_mapping", "full", {{"simple", simple}});
}

const Open op("StringNormalizer", string_normalizer);

}  // namespace
}  // namespace etalon
