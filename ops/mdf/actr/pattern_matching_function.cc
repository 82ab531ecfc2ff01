// pattern_matching_function(productions, goal, retrieval): the productions whose left-hand side
// meets the buffers, in order, each with its `bindings`. An empty retrieval is no buffer; of two
// patterns for one buffer the last counts; a production without patterns matches.
#include "ops/mdf/actr/matching.h"

namespace etalon::mdf {
namespace {

using Buffers = std::vector<std::pair<std::string, List>>;

const List* find_buffer(const Buffers& buffers, const Value& name) {
  for (const auto& [known, values] : buffers) {
    if (equal(name, known)) return &values;
  }
  return nullptr;
}

// The bindings when the production matches.
std::optional<Dictionary> fire(const Dictionary& production, const Buffers& buffers) {
  std::vector<std::pair<const List*, List>> wanted;  // a buffer's values, and its pattern's
  for (const Dictionary& pattern : patterns_of(production, "lhs")) {
    const List* buffer = find_buffer(buffers, entry_of(pattern, "buffer", "pattern"));
    if (buffer == nullptr) return std::nullopt;
    const auto earlier = std::find_if(wanted.begin(), wanted.end(),
                                      [&](const auto& each) { return each.first == buffer; });
    if (earlier == wanted.end()) {
      wanted.emplace_back(buffer, pattern_values(pattern));
    } else {
      earlier->second = pattern_values(pattern);
    }
  }
  std::vector<Meeting> meetings;
  for (const auto& [buffer, pattern] : wanted) meetings.push_back({pattern, *buffer});
  return match(meetings);
}

Value pattern_matching_function(const FunctionCall& call) {
  Buffers buffers = {{"goal", chunk_values(call.dictionary("goal"))}};
  const Dictionary& retrieval = call.dictionary("retrieval");
  if (!retrieval.empty()) buffers.emplace_back("retrieval", chunk_values(retrieval));
  List matching;
  for (Dictionary production : dictionaries(call, "productions")) {
    if (const auto bindings = fire(production, buffers)) {
      production.set("bindings", *bindings);
      matching.emplace_back(production);
    }
  }
  return matching;
}

const StandardFunction entry(FunctionKind::actr, "pattern_matching_function", "0.2",
                             {"productions", "goal", "retrieval"},
                             "the productions that match, with their bindings",
                             pattern_matching_function);

}  // namespace
}  // namespace etalon::mdf
