#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule restore_padding_rule("com.microsoft.RestorePadding", [](Drafting& call,
                                                                             Draw& draw) {
  const size_t batch = draw.dimension(), length = draw.dimension();
  const std::vector<size_t> places = draw.permutation(batch * length);
  const size_t total_tokens = draw.below(places.size() + 1);
  call.add({total_tokens, draw.dimension()});
  call.add_integers({batch, length}, as_integers(places));
});

}  // namespace etalon::rules
