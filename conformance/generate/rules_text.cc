#include "conformance/generate/rules.h"

namespace etalon {

namespace {

void string_concat(Drafting& call) {
  Draw& draw = call.draw();
  const Shape whole = draw.shape();
  call.add(draw.broadcastable_to(whole));
  call.add(draw.broadcastable_to(whole));
}

// One line of text, or one batch of one line.
void string_normalizer(Drafting& call) {
  Draw& draw = call.draw();
  call.set("case_change_action", draw.pick<std::string>({"NONE", "LOWER", "UPPER"}));
  call.offer_flag("is_case_sensitive");
  if (draw.chance(0.6)) call.set("stopwords", std::vector<std::string>{"a", "Etalon", "étalon"});
  if (draw.chance(0.3)) call.set("locale", std::string("en_US"));
  const size_t words = 1 + draw.below(5);
  call.add(draw.chance(0.5) ? Shape{words} : Shape{1, words});
}

void string_split(Drafting& call) {
  Draw& draw = call.draw();
  if (draw.chance(0.6)) call.set("delimiter", draw.pick<std::string>({" ", "a", "ta", ""}));
  if (draw.chance(0.4)) call.set("maxsplit", draw.between(1, 2));
  call.outputs = 2;
  call.add(draw.shape(0, 2, Empty::never));
}

void regex_full_match(Drafting& call) {
  Draw& draw = call.draw();
  call.set("pattern",
           draw.pick<std::string>({"a", "a|b", "[a-z]*", ".*", "(?i)e.*n", R"(\w+ \w+)", "a?b?"}));
  call.add(draw.shape());
}

// A pool of four words and three pairs of them.
void tf_idf_vectorizer(Drafting& call) {
  Draw& draw = call.draw();
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
}

}  // namespace

Rules text_rules() {
  return {{"RegexFullMatch", regex_full_match},
          {"StringConcat", string_concat},
          {"StringNormalizer", string_normalizer},
          {"StringSplit", string_split},
          {"TfIdfVectorizer", tf_idf_vectorizer}};
}

}  // namespace etalon
