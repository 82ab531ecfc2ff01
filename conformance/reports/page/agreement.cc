#include "conformance/reports/page/agreement.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

namespace etalon {

namespace {

bool has_answer(const CaseResult* result) {
  constexpr Status against[] = {Status::fail, Status::xfail, Status::erratum};
  if (result == nullptr || std::count(std::begin(against), std::end(against), result->status) == 0)
    return false;
  return result->kind == Mismatch::accepted || !result->details.differences.empty();
}

std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Elements of a type, as texts.
struct Closeness {
  bool operator()(const std::string& a, const std::string& b) const {
    if (a == b) return true;
    const auto x = number_in(a), y = number_in(b);
    if (!rounded || !x || !y) return false;
    return std::abs(*x - *y) <=
           tolerance.atol + tolerance.rtol * std::max(std::abs(*x), std::abs(*y));
  }

  Tolerance tolerance;
  bool rounded = true;  // floats; of other types, elements are equal or not
};

bool is_long(const ValueText& value) {
  return value.shape && element_count(*value.shape) > value.elements.size();
}

// Whether the worst places that both hold have close elements; counts them.
bool worst_agree(const DifferingOutput& a, const DifferingOutput& b, const Closeness& is_close,
                 size_t& shared) {
  std::map<std::string, std::string> places;
  for (const DifferingPlace& place : a.places) places.emplace(place.where, place.got);
  for (const DifferingPlace& place : b.places) {
    const auto other = places.find(place.where);
    if (other == places.end()) continue;
    if (!is_close(place.got, other->second)) return false;
    ++shared;
  }
  return true;
}

bool outputs_agree(const DifferingOutput& a, const DifferingOutput& b, const Tolerance& tolerance) {
  const ValueText &x = a.got, &y = b.got;
  if (a.expected.name != b.expected.name || x.type != y.type || x.shape != y.shape) return false;
  if (x.elements.size() != y.elements.size()) return false;
  const auto has = [&](const char* word) { return x.type.find(word) != std::string::npos; };
  const Closeness is_close{tolerance, has("float") || has("double")};
  if (!std::equal(x.elements.begin(), x.elements.end(), y.elements.begin(), is_close)) return false;
  size_t shared = 0;
  if (!worst_agree(a, b, is_close, shared)) return false;
  const bool values_differ = x.type == a.expected.type && x.shape == a.expected.shape;
  if (!is_long(x) || !values_differ) return true;
  const std::set<size_t> first(a.among_shown.begin(), a.among_shown.end());
  return shared > 0 || std::any_of(b.among_shown.begin(), b.among_shown.end(),
                                   [&](size_t place) { return first.count(place) != 0; });
}

bool answers_agree(const CaseResult& a, const CaseResult& b) {
  const auto &x = a.details.differences, &y = b.details.differences;
  if (a.kind != b.kind || a.details.data_set != b.details.data_set) return false;
  const Tolerance tolerance = a.details.tolerance.value_or(Tolerance{});
  return x.size() == y.size() &&
         std::equal(x.begin(), x.end(), y.begin(), [&](const auto& one, const auto& other) {
           return outputs_agree(one, other, tolerance);
         });
}

}  // namespace

std::vector<std::optional<size_t>> same_answers(const std::vector<const CaseResult*>& results) {
  std::vector<std::optional<size_t>> first(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    if (!has_answer(results[i])) continue;
    for (size_t k = 0; k < i && !first[i]; ++k) {
      const bool leads = has_answer(results[k]) && (!first[k] || first[k] == k);
      if (leads && answers_agree(*results[k], *results[i])) first[k] = first[i] = k;
    }
  }
  return first;
}

}  // namespace etalon
