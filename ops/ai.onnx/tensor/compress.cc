// Compress: output = input's entries along `axis` where condition is true; without axis, the
// elements of the flattened input. Entries past condition's end are dropped.
//   9, 11, 28    11: negative axes; 28: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values compress(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank("condition", call.tensor("condition"), 1);
  const Bools condition = call.tensor("condition").as<bool>();
  const Tensor entries = call.has("axis") ? input : input.reshaped({input.size()});
  const size_t axis = call.has("axis") ? axis_index(call.integer("axis"), input.rank()) : 0;
  std::vector<size_t> chosen;
  for (size_t i = 0; i < condition.size(); ++i) {
    if (!condition(i)) continue;
    if (i >= entries.dim(axis)) {
      throw InvalidInput("condition holds at {}, past {} entries", i, entries.dim(axis));
    }
    chosen.push_back(i);
  }
  return {pick(entries, axis, chosen)};
}

const Operator op("Compress", compress, {9, 11, 28});

}  // namespace
}  // namespace etalon
