// update_goal(production), update_retrieval(production): the last pattern of that buffer on the
// right-hand side; a value that, without its "=" signs, is the name of a bound variable becomes the
// binding, any other stays. {} for no production, or one without such a pattern.
#include <algorithm>

#include "ops/mdf/actr/matching.h"

namespace etalon::mdf {
namespace {

Value bound(const Value& written, const Dictionary& bindings) {
  if (!written.is_text()) return written;
  std::string variable = written.text();
  std::erase(variable, '=');
  const Value* binding = bindings.find(variable);
  return binding == nullptr ? written : *binding;
}

Value update(const FunctionCall& call, const Value& buffer) {
  const Dictionary& production = call.dictionary("production");
  if (production.empty()) return production;
  Dictionary last;
  for (const Dictionary& pattern : patterns_of(production, "rhs")) {
    if (equal(entry_of(pattern, "buffer", "pattern"), buffer)) last = pattern;
  }
  if (last.empty()) return last;
  const Value& bindings = entry_of(production, "bindings", "production");
  Dictionary updated;
  for (const auto& [slot, value] : last) updated.set(slot, bound(value, bindings.dictionary()));
  return updated;
}

Value update_goal(const FunctionCall& call) { return update(call, "goal"); }
Value update_retrieval(const FunctionCall& call) { return update(call, "retrieval"); }

const StandardFunction goal(FunctionKind::actr, "update_goal", "0.2", {"production"},
                            "the production's goal pattern, its variables bound", update_goal);
const StandardFunction retrieval(FunctionKind::actr, "update_retrieval", "0.2", {"production"},
                                 "the production's retrieval pattern, its variables bound",
                                 update_retrieval);

}  // namespace
}  // namespace etalon::mdf
