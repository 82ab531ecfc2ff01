// What is open of GroupQueryAttention: steps of the norms and turns of new queries and keys.
#pragma once

#include "ops/com.microsoft/nn/group_query.h"
#include "ops/com.microsoft/nn/open/attention.h"

namespace etalon {

// Which elements of the output, by heads, depend on a query or key that may have a step beyond its
// type.
Bools outputs_of_steps(const Call& call, const GroupQuery& of, const Bools& seen);
// And which scores; or which weights, of which each depends on all keys that its query sees.
Bools scores_of_steps(const Call& call, const GroupQuery& of, bool weights);
// present_key, where new keys may have such steps.
Tensor open_steps_of_keys(const Call& call, const GroupQuery& of, const Tensor& present_key);

}  // namespace etalon
