// The scores of models: classes and transforms. The scores of a sample differ, because the
// specification does not say which of several equal ones is the top one.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The transforms of scores, as TreeEnsemble numbers them; PROBIT is the last.
const std::vector<std::string>& post_transforms();

// Sets `post_transform`, or leaves it out for NONE. Returns whether it is PROBIT: then scores must
// be probabilities, which some models do not give.
bool give_post_transform(Drafting& call, bool may_be_probit);

// Distinct labels for up to four classes: texts, or the attribute `integers`.
void give_class_labels(Drafting& call, const std::string& integers, size_t classes);

// X: some samples with so many features, or one, as a vector.
void add_samples(Drafting& call, size_t features, const Range& range = {-5, 5});

}  // namespace etalon::rules
