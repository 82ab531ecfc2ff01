#include "ops/mdf/actr/matching.h"

namespace etalon::mdf {
namespace {

// A pattern's value.
struct Term {
  enum class Kind { constant, anything, variable, other_than };
  Kind kind = Kind::constant;
  std::string variable;
};

Term term_of(const Value& written) {
  if (!written.is_text()) return {};
  const std::string& text = written.text();
  if (text == "=") return {Term::Kind::anything, ""};
  if (text.starts_with("=")) return {Term::Kind::variable, text.substr(1)};
  if (text.starts_with("-=")) return {Term::Kind::other_than, text.substr(2)};
  return {};
}

// What the variable must be equal to, or must differ from; known only when all variables are bound.
struct Condition {
  std::string variable;
  Value value;
  bool wanted_equal;

  bool holds(const Dictionary& bindings) const {
    const Value* bound = bindings.find(variable);
    return bound != nullptr && equal(*bound, value) == wanted_equal;
  }
};

// Adds the pattern's bindings and conditions. False when a constant differs or a slot is missing.
bool compare(const Comparison& comparison, Dictionary& bindings,
             std::vector<Condition>& conditions) {
  for (size_t i = 0; i < comparison.pattern.size(); ++i) {
    const Term term = term_of(comparison.pattern[i]);
    if (term.kind == Term::Kind::anything) continue;
    if (i >= comparison.chunk.size()) return false;
    const Value& value = comparison.chunk[i];
    if (term.kind == Term::Kind::constant) {
      if (!equal(comparison.pattern[i], value)) return false;
    } else if (term.kind == Term::Kind::other_than) {
      conditions.push_back({term.variable, value, false});
    } else if (bindings.find(term.variable) != nullptr) {
      conditions.push_back({term.variable, value, true});
    } else {
      bindings.set(term.variable, value);
    }
  }
  return true;
}

}  // namespace

List chunk_values(const Dictionary& chunk) {
  List values;
  for (const auto& [key, value] : chunk) {
    if (key != "name") values.push_back(value);
  }
  return values;
}

List pattern_values(const Dictionary& pattern) {
  List values;
  for (const auto& entry : pattern) values.push_back(entry.second);
  if (!values.empty()) values.erase(values.begin());
  return values;
}

std::optional<Dictionary> match(const std::vector<Comparison>& comparisons) {
  Dictionary bindings;
  std::vector<Condition> conditions;
  for (const Comparison& comparison : comparisons) {
    if (!compare(comparison, bindings, conditions)) return std::nullopt;
  }
  for (const Condition& condition : conditions) {
    if (!condition.holds(bindings)) return std::nullopt;
  }
  return bindings;
}

const Value& entry_of(const Dictionary& dictionary, std::string_view key, std::string_view whole) {
  const Value* value = dictionary.find(key);
  if (value == nullptr) throw InvalidInput("the {} has no '{}'", whole, key);
  return *value;
}

std::vector<Dictionary> patterns_of(const Dictionary& production, std::string_view side) {
  const Value& written = entry_of(production, side, "production");
  if (written.is_array() && written.array().size() == 0) return {};
  if (!written.is_list()) {
    throw InvalidInput("the production's '{}' is {} where a list of patterns is wanted", side,
                       written.described());
  }
  std::vector<Dictionary> patterns;
  for (const Value& pattern : written.list()) {
    if (!pattern.is_dictionary()) {
      throw InvalidInput("a pattern in '{}' is {} where a dictionary is wanted", side,
                         pattern.described());
    }
    entry_of(pattern.dictionary(), "buffer", "pattern");
    patterns.push_back(pattern.dictionary());
  }
  return patterns;
}

std::vector<Dictionary> dictionaries(const FunctionCall& call, std::string_view argument) {
  std::vector<Dictionary> items;
  for (const Value& item : call.list(argument)) {
    if (!item.is_dictionary()) {
      throw InvalidInput("argument '{}' holds {} where dictionaries are wanted", argument,
                         item.described());
    }
    items.push_back(item.dictionary());
  }
  return items;
}

}  // namespace etalon::mdf
