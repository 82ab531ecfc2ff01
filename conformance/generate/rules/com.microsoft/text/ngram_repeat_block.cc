#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule ngram_repeat_block_rule("com.microsoft.NGramRepeatBlock", [](Drafting& call,
                                                                                  Draw& draw) {
  const size_t batch = 1 + draw.below(2), vocabulary = 2 + draw.below(3);
  call.set("ngram_size", draw.between(1, 3));
  call.add({batch, draw.below(9)}, {0, static_cast<double>(vocabulary) - 1});
  call.add({batch, vocabulary});
});

}  // namespace etalon::rules
