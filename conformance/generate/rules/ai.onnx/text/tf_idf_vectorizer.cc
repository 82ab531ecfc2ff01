#include "conformance/generate/rule.h"

namespace etalon::rules {

// A pool of four words and three pairs of them.
const GenerationRule tf_idf_vectorizer_rule("TfIdfVectorizer", [](Drafting& call, Draw& draw) {
  const std::vector<std::string> texts = {"a", "b", "ab", "Etalon", "a", "b", "b", "ab", "a", "a"};
  const std::vector<int64_t> numbers = {0, 1, 2, 3, 0, 1, 1, 2, 0, 0};
  const std::vector<int64_t> counts = {0, 4};
  const std::vector<size_t> order = draw.permutation(7);
  const int64_t least = draw.between(1, 2);
  call.set("mode", draw.pick<std::string>({"TF", "IDF", "TFIDF"}));
  call.set("ngram_counts", counts);
  call.set("ngram_indexes", std::vector<int64_t>(order.begin(), order.end()));
  call.set("min_gram_length", least);
  call.set("max_gram_length", draw.between(least, 2));
  call.set("max_skip_count", draw.between(0, 2));
  if (draw.chance(0.5)) call.set("weights", std::vector<double>{0.5, 1, 2, 0.25, 3, 1.5, 0.75});
  if (call.dtype("T") == DType::string) {
    call.set("pool_strings", texts);
  } else {
    call.set("pool_int64s", numbers);
  }
  const size_t length = 1 + draw.below(6);
  call.add(draw.chance(0.5) ? Shape{length} : Shape{1 + draw.below(3), length}, {0, 4});
});

}  // namespace etalon::rules
