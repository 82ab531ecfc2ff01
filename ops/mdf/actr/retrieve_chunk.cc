// retrieve_chunk(pattern, dm_chunks, types): the first chunk in memory that the pattern matches, as
// {"ISA": isa, slot: value, …} with the slots' names from types[isa]; {} when there is none, or no
// pattern.
#include "ops/mdf/actr/matching.h"

namespace etalon::mdf {
namespace {

List slot_names(const Dictionary& types, const Value& isa) {
  const Value* names = isa.is_text() ? types.find(isa.text()) : nullptr;
  if (names == nullptr) throw InvalidInput("argument 'types' has no type {}", to_text(isa));
  if (names->is_array() && names->array().size() == 0) return {};
  if (!names->is_list()) {
    throw InvalidInput("argument 'types': type {} is {} where a list of slots is wanted",
                       to_text(isa), names->described());
  }
  return names->list();
}

Value rebuilt(const List& values, const Dictionary& types) {
  const List names = slot_names(types, values.front());
  Dictionary chunk{{"ISA", values.front()}};
  for (size_t i = 1; i < values.size(); ++i) {
    if (i > names.size()) {
      throw InvalidInput("a chunk has {} slots, its type {} has {}", values.size() - 1,
                         to_text(values.front()), names.size());
    }
    chunk.set(names[i - 1].text(), values[i]);
  }
  return chunk;
}

Value retrieve_chunk(const FunctionCall& call) {
  const Dictionary& request = call.dictionary("pattern");
  if (request.empty()) return request;
  const Dictionary& types = call.dictionary("types");
  const List pattern = pattern_values(request);
  for (const Dictionary& chunk : dictionaries(call, "dm_chunks")) {
    const List values = chunk_values(chunk);
    if (!values.empty() && match({{pattern, values}})) return rebuilt(values, types);
  }
  return Dictionary();
}

const StandardFunction op(FunctionKind::actr, "retrieve_chunk", "0.2",
                          {"pattern", "dm_chunks", "types"}, "the first chunk that matches",
                          retrieve_chunk);

}  // namespace
}  // namespace etalon::mdf
