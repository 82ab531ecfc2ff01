// conflict_resolution_function(productions): one of them, uniformly at random; {} when there is
// none.
#include "engine/mdf/standard_function.h"

namespace etalon::mdf {
namespace {

Value conflict_resolution_function(const FunctionCall& call) {
  const List& productions = call.list("productions");
  if (productions.empty()) return Dictionary();
  const double drawn = call.random().uniform() * static_cast<double>(productions.size());
  return productions[std::min(static_cast<size_t>(drawn), productions.size() - 1)];
}

const StandardFunction op(FunctionKind::actr, "conflict_resolution_function", "0.2",
                          {"productions"}, "one production, uniformly at random",
                          conflict_resolution_function);

}  // namespace
}  // namespace etalon::mdf
