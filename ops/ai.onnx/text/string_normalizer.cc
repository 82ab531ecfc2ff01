// StringNormalizer: Y = X, of shape [C] or [1, C], without its stopwords, in lower or upper case as
// case_change_action says and `locale` does it; one empty string when nothing is left. Words are
// compared as they are, or, unless is_case_sensitive, by Unicode's case folding.
//   10
#include "ops/ai.onnx/text/string_normalizer.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>

#include <set>

#include "engine/values/utf8.h"

namespace etalon {
namespace {

// Appends to a string what ICU writes.
template <class Convert>
std::string converted(const std::string& text, Convert convert) {
  if (!valid_utf8(text)) throw InvalidInput("the string {} is not UTF-8", in_quotes(text));
  std::string result;
  icu::StringByteSink<std::string> sink(&result);
  UErrorCode error = U_ZERO_ERROR;
  convert(icu::StringPiece(text), sink, error);
  if (U_FAILURE(error)) throw InternalError("ICU: {}", u_errorName(error));
  return result;
}

std::string folded(const std::string& text) {
  return converted(text, [](icu::StringPiece from, icu::ByteSink& to, UErrorCode& error) {
    icu::CaseMap::utf8Fold(0, from, to, nullptr, error);
  });
}

// The words of X that are not stopwords.
Charged<std::string_view> kept_words(const Call& call, const Tensor& X, const Cases& cases) {
  const bool is_case_sensitive = call.flag("is_case_sensitive");
  const auto key = [&](const std::string& text) {
    return is_case_sensitive ? text : cases.folded(text);
  };
  std::set<std::string> stopwords;
  for (const std::string& word : call.texts("stopwords")) stopwords.insert(key(word));
  Charged<std::string_view> words;
  for (const std::string& word : X.slots<std::string>()) {
    if (stopwords.empty() || !stopwords.contains(key(word))) words.push_back(word);
  }
  return words;
}

}  // namespace

std::string full_change(const std::string& text, CaseChange change, const icu::Locale& locale) {
  return converted(text, [&](icu::StringPiece from, icu::ByteSink& to, UErrorCode& error) {
    if (change == CaseChange::lower) {
      icu::CaseMap::utf8ToLower(locale.getName(), 0, from, to, nullptr, error);
    } else {
      icu::CaseMap::utf8ToUpper(locale.getName(), 0, from, to, nullptr, error);
    }
  });
}

Tensor normalized(const Call& call, const Cases& cases) {
  const Tensor& X = call.tensor("X");
  const auto case_change_action = call.choice<CaseChange>(
      "case_change_action",
      {{"NONE", CaseChange::none}, {"LOWER", CaseChange::lower}, {"UPPER", CaseChange::upper}});
  if (X.rank() != 1 && (X.rank() != 2 || X.dim(0) != 1)) {
    throw InvalidInput("X's shape is {}, neither [C] nor [1, C]", to_string(X.shape()));
  }
  // "en_US.UTF-8" and the like, as operating systems name them.
  const icu::Locale locale = icu::Locale::createCanonical(call.text("locale", "en_US").c_str());
  const Charged<std::string_view> words = kept_words(call, X, cases);
  Shape shape = X.shape();
  shape.back() = std::max<size_t>(words.size(), 1);
  return texts_of(shape, [&](size_t i) {
    const std::string word(words.empty() ? "" : words[i]);
    if (case_change_action == CaseChange::none) return word;
    return cases.changed(word, case_change_action, locale);
  });
}

namespace {

Values string_normalizer(const Call& call) { return {normalized(call, {folded, full_change})}; }

const Operator op("StringNormalizer", string_normalizer, {10});

}  // namespace
}  // namespace etalon
