#include "conformance/cases/selection.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <functional>
#include <set>

#include "conformance/cases/operator_index.h"
#include "conformance/cases/operator_names.h"
#include "conformance/common/near.h"
#include "conformance/common/usage_error.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using Words = std::vector<std::string>;
using Regexes = std::vector<std::unique_ptr<re2::RE2>>;

Regexes patterns(const std::string& option, const Words& texts) {
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_case_sensitive(false);
  Regexes list;
  for (const std::string& text : texts) {
    list.push_back(std::make_unique<re2::RE2>(text, options));
    const re2::RE2& regex = *list.back();
    if (!regex.ok()) throw UsageError(fmt::format("{} '{}': {}", option, text, regex.error()));
  }
  return list;
}

bool meets_any(const Regexes& list, const CaseName& name) {
  return std::any_of(list.begin(), list.end(), [&](const auto& regex) {
    return re2::RE2::PartialMatch(name.name, *regex) ||
           re2::RE2::PartialMatch(name.suite + "/" + name.name, *regex);
  });
}

// One entry of --opset.
struct OpsetRange {
  std::string domain;
  int64_t first = 0;
  int64_t last = 0;

  bool contains(const Opsets& opsets) const {
    const auto found = opsets.find(domain);
    return found != opsets.end() && found->second >= first && found->second <= last;
  }
};

OpsetRange opset_range(const std::string& text) {
  static const re2::RE2 form(R"((?:([\w.]+):)?(\d{1,9})(?:-(\d{1,9}))?)");
  OpsetRange range;
  std::string last;
  if (!re2::RE2::FullMatch(text, form, &range.domain, &range.first, &last)) {
    throw UsageError(fmt::format("--opset {}: expected [DOMAIN:]N or [DOMAIN:]N-M", text));
  }
  range.domain = canonical_domain(range.domain);
  range.last = last.empty() ? range.first : std::stoll(last);
  return range;
}

// The narrowing of a list of cases, option by option.
class Narrowing {
 public:
  explicit Narrowing(std::vector<Case>& cases) : cases_(cases) {}

  const std::string& problem() const { return problem_; }

  // Keeps the cases that `keep` accepts. `near` is asked when there is none.
  void by(const std::string& option, const Words& words, const std::function<bool(size_t)>& keep,
          const std::function<std::string()>& near) {
    if (words.empty() || !problem_.empty() || cases_.empty()) return;
    std::vector<Case> kept;
    std::vector<CaseFacts> kept_facts;
    for (size_t i = 0; i < cases_.size(); ++i) {
      if (!keep(i)) continue;
      kept.push_back(cases_[i]);
      if (!facts_.empty()) kept_facts.push_back(facts_[i]);
    }
    if (kept.empty()) problem_ = nothing_left(cases_.size(), option, words, near());
    cases_ = std::move(kept);
    facts_ = std::move(kept_facts);
  }

  void read_facts() {
    if (problem_.empty()) facts_ = facts_of(cases_);
  }
  const CaseFacts& facts(size_t i) const { return facts_[i]; }
  CaseName name(size_t i) const { return {cases_[i].suite, cases_[i].name}; }
  std::vector<CaseName> names() const {
    std::vector<CaseName> list;
    for (size_t i = 0; i < cases_.size(); ++i) list.push_back(name(i));
    return list;
  }

 private:
  std::vector<Case>& cases_;
  std::vector<CaseFacts> facts_;
  std::string problem_;
};

void narrow_by_names(Narrowing& left, const Selection& selection) {
  const NameFilter filter(selection);
  left.by(
      "--suite", selection.suites, [&](size_t i) { return filter.has_suite(left.name(i)); },
      [&] { return near_suites(selection, left.names()); });
  left.by(
      "--include", selection.include, [&](size_t i) { return filter.is_included(left.name(i)); },
      [&] { return near_names(selection, left.names()); });
  left.by(
      "--exclude", selection.exclude, [&](size_t i) { return !filter.is_excluded(left.name(i)); },
      [] { return ""; });
}

void narrow_by_facts(Narrowing& left, const Selection& selection) {
  std::vector<OpsetRange> ranges;
  for (const std::string& text : selection.opsets) ranges.push_back(opset_range(text));
  std::set<std::string> types;
  for (const std::string& text : selection.types) types.emplace(name(element_type(text)));
  if (ranges.empty() && types.empty() && selection.operators.empty()) return;
  check_versions(selection.operators);
  left.read_facts();
  left.by(
      "--operator", selection.operators,
      [&](size_t i) { return uses_operator(left.facts(i).operators, selection.operators); },
      [&] { return did_you_mean_operator(wanted_operator(selection.operators.front()).name); });
  left.by(
      "--opset", selection.opsets,
      [&](size_t i) {
        return std::any_of(ranges.begin(), ranges.end(), [&](const OpsetRange& range) {
          return range.contains(left.facts(i).opsets);
        });
      },
      [] { return ""; });
  left.by(
      "--type", selection.types,
      [&](size_t i) {
        const std::set<std::string>& has = left.facts(i).types;
        return std::any_of(types.begin(), types.end(),
                           [&](const std::string& type) { return has.contains(type); });
      },
      [] { return ""; });
}

}  // namespace

struct NameFilter::Patterns {
  Regexes include;
  Regexes exclude;
};

NameFilter::NameFilter(const Selection& selection)
    : suites_(selection.suites),
      patterns_(std::make_unique<Patterns>(Patterns{patterns("--include", selection.include),
                                                    patterns("--exclude", selection.exclude)})) {}

NameFilter::~NameFilter() = default;

bool NameFilter::has_suite(const CaseName& name) const {
  return suites_.empty() || std::find(suites_.begin(), suites_.end(), name.suite) != suites_.end();
}

bool NameFilter::is_included(const CaseName& name) const {
  return patterns_->include.empty() || meets_any(patterns_->include, name);
}

bool NameFilter::is_excluded(const CaseName& name) const {
  return meets_any(patterns_->exclude, name);
}

DType element_type(const std::string& text) {
  std::string word = text;
  re2::RE2::FullMatch(text, R"(tensor\((\w+)\))", &word);
  word = lower_case(word);
  if (word == "float32") word = "float";
  if (word == "float64") word = "double";
  const DType type = dtype_named(word);
  if (type != DType::undefined) return type;
  Words known;
  for (int i = 1; i < dtype_count; ++i) known.emplace_back(name(static_cast<DType>(i)));
  throw UsageError(
      fmt::format("--type {}: no such element type{}", text, did_you_mean(word, known)));
}

void check_versions(const Words& operators) {
  for (const std::string& word : operators) {
    const WantedOperator wanted = wanted_operator(word);
    const std::vector<const Schema*> versions = versions_meant(wanted.name);
    if (!versions.empty()) choose_versions(versions, wanted);
  }
}

bool uses_operator(const Words& labels, const Words& wanted) {
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
           const WantedOperator one = wanted_operator(word);
           return std::any_of(labels.begin(), labels.end(),
                              [&](const std::string& label) { return is_wanted(one, label); });
         });
}

std::string nothing_left(size_t cases, const std::string& option, const Words& words,
                         const std::string& near) {
  return fmt::format("none of {} case{} is left by {} {}{}", cases, cases == 1 ? "" : "s", option,
                     fmt::join(words, ", "), near);
}

std::string near_suites(const Selection& selection, const std::vector<CaseName>& names) {
  std::set<std::string> known;
  for (const CaseName& name : names) known.insert(printable(name.suite));
  return did_you_mean(selection.suites.front(), {known.begin(), known.end()});
}

std::string near_names(const Selection& selection, const std::vector<CaseName>& names) {
  std::set<std::string> known;
  for (const CaseName& name : names) {
    std::string words = printable(name.name);
    known.insert(words);
    re2::StringPiece rest(words);
    std::string word;
    while (re2::RE2::FindAndConsume(&rest, "([A-Za-z0-9]{3,})", &word)) {
      known.insert(lower_case(word));
    }
  }
  return did_you_mean(selection.include.front(), {known.begin(), known.end()});
}

std::string select(std::vector<Case>& cases, const Selection& selection) {
  Narrowing left(cases);
  narrow_by_names(left, selection);
  narrow_by_facts(left, selection);
  return left.problem();
}

}  // namespace etalon
