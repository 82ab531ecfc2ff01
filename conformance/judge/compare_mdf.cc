#include "conformance/judge/compare_mdf.h"

namespace etalon {

namespace {

RuleResult mismatch(Mismatch kind, const mdf::Value& actual, const mdf::Value& expected) {
  RuleResult verdict;
  verdict.kind = kind;
  verdict.got = to_text(actual);
  verdict.expected = to_text(expected);
  verdict.message = fmt::format("got {}, expected {}", verdict.got, verdict.expected);
  return verdict;
}

RuleResult compare_lists(const mdf::Value& actual, const mdf::Value& expected,
                         const Tolerance& tolerance) {
  const mdf::List& items = actual.list();
  const mdf::List& wanted = expected.list();
  if (items.size() != wanted.size()) return mismatch(Mismatch::count, actual, expected);
  RuleResult whole;
  for (size_t i = 0; i < items.size(); ++i) {
    merge(whole, placed(fmt::format("item {}", i), compare_mdf(items[i], wanted[i], tolerance)));
  }
  return whole;
}

RuleResult compare_dictionaries(const mdf::Value& actual, const mdf::Value& expected,
                                const Tolerance& tolerance) {
  const mdf::Dictionary& entries = actual.dictionary();
  const mdf::Dictionary& wanted = expected.dictionary();
  if (entries.size() != wanted.size()) return mismatch(Mismatch::count, actual, expected);
  RuleResult whole;
  auto entry = entries.begin();
  for (const auto& [key, value] : wanted) {
    if (entry->first != key) return mismatch(Mismatch::values, actual, expected);
    merge(whole, placed(fmt::format("'{}'", key), compare_mdf(entry->second, value, tolerance)));
    ++entry;
  }
  return whole;
}

}  // namespace

RuleResult compare_mdf(const mdf::Value& actual, const mdf::Value& expected,
                       const Tolerance& tolerance) {
  if (actual.is_array() && expected.is_array()) {
    return compare(actual.array(), expected.array(), tolerance);
  }
  if (actual.is_list() && expected.is_list()) return compare_lists(actual, expected, tolerance);
  if (actual.is_dictionary() && expected.is_dictionary()) {
    return compare_dictionaries(actual, expected, tolerance);
  }
  if (actual.is_text() && expected.is_text()) {
    return actual.text() == expected.text() ? RuleResult()
                                            : mismatch(Mismatch::values, actual, expected);
  }
  return actual.is_none() && expected.is_none() ? RuleResult()
                                                : mismatch(Mismatch::type, actual, expected);
}

}  // namespace etalon
