// pattern_matching_function(productions, goal, retrieval): the productions whose left-hand side
// matches the buffers, in order, each with its `bindings`. An empty retrieval is not a buffer; of
// two patterns for one buffer the last counts; a production without patterns matches.
#include "ops/mdf/actr/matching.h"

namespace etalon::mdf {
namespace {

// The bindings when the production matches the buffers, which are the chunks' values by name.
std::optional<Dictionary> bindings_of(const Dictionary& production, const Dictionary& buffers) {
  Dictionary patterns;  // by buffer
  for (const Dictionary& pattern : patterns_of(production, "lhs")) {
    const Value& buffer = entry_of(pattern, "buffer", "pattern");
    if (!buffer.is_text() || buffers.find(buffer.text()) == nullptr) return std::nullopt;
    patterns.set(buffer.text(), pattern_values(pattern));
  }
  std::vector<Comparison> comparisons;
  for (const auto& [buffer, pattern] : patterns) {
    comparisons.push_back({pattern.list(), buffers.find(buffer)->list()});
  }
  return match(comparisons);
}

Value pattern_matching_function(const FunctionCall& call) {
  Dictionary buffers{{"goal", chunk_values(call.dictionary("goal"))}};
  const Dictionary& retrieval = call.dictionary("retrieval");
  if (!retrieval.empty()) buffers.set("retrieval", chunk_values(retrieval));
  List matching;
  for (Dictionary production : dictionaries(call, "productions")) {
    if (const auto bindings = bindings_of(production, buffers)) {
      production.set("bindings", *bindings);
      matching.emplace_back(production);
    }
  }
  return matching;
}

const StandardFunction op(FunctionKind::actr, "pattern_matching_function", "0.2",
                          {"productions", "goal", "retrieval"},
                          "the productions that match, with their bindings",
                          pattern_matching_function);

}  // namespace
}  // namespace etalon::mdf
