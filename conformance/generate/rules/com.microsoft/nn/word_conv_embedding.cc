#include "conformance/generate/rule.h"

namespace etalon::rules {

// Words end in zeros: what others mean is open.
const GenerationRule word_conv_embedding_rule("com.microsoft.WordConvEmbedding", [](Drafting& call,
                                                                                    Draw& draw) {
  const size_t filters = 1 + draw.below(3), window = 1 + draw.below(3), E = 1 + draw.below(3);
  const size_t vocabulary = 2 + draw.below(4);
  if (draw.chance(0.3)) call.set("embedding_size", static_cast<int64_t>(filters));
  if (draw.chance(0.3)) call.set("conv_window_size", static_cast<int64_t>(window));
  if (draw.chance(0.3)) call.set("char_embedding_size", static_cast<int64_t>(E));
  const size_t words = draw.dimension(), width = window + draw.below(3);
  std::vector<int64_t> characters;
  for (size_t word = 0; word < words; ++word) {
    const size_t length = 1 + draw.below(width);
    for (size_t i = 0; i < width; ++i) {
      const int64_t any = draw.between(1, static_cast<int64_t>(vocabulary) - 1);
      characters.push_back(i < length ? any : 0);
    }
  }
  call.add_integers({words, width}, characters);
  call.add({filters, 1, window, E});
  call.add({filters});
  call.add({vocabulary, E});
});

}  // namespace etalon::rules
