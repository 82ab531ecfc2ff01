#include "conformance/tests/ops/one_node.h"

namespace etalon::test::tf_idf_vectorizer_test {

TEST_CASE("TfIdfVectorizer refuses pools that do not fit") {
  const auto error = [](const std::vector<int64_t>& counts, const std::vector<int64_t>& indexes,
                        const char* mode, const Tensor& X) {
    return OneNode("TfIdfVectorizer", 9)
        .set("mode", mode)
        .set("min_gram_length", 1)
        .set("max_gram_length", 2)
        .set("max_skip_count", 0)
        .set("ngram_counts", counts)
        .set("ngram_indexes", indexes)
        .set("pool_int64s", Integers{1, 2, 3})
        .error({X});
  };
  const Tensor X = i64({1}, {1});
  const std::string place = "InvalidInput: TfIdfVectorizer-9 (output 'y0'): ";
  CHECK(error({0, 1}, {0, 1}, "TF", X) == "");
  CHECK(error({0, 2}, {0, 1}, "TF", X) == place + "[2, 3) holds no 2-grams of a pool of 3");
  CHECK(error({0, 9}, {0, 1}, "TF", X) == place + "[0, 9) holds no 1-grams of a pool of 3");
  CHECK(error({0, 1}, {0}, "TF", X) == place + "there are 2 n-grams and 1 ngram_indexes");
  CHECK(error({0, 1}, {0, -1}, "TF", X) == place + "ngram_indexes holds -1");
  CHECK(error({0, 1}, {0, 1}, "tf", X) == place + "mode is 'tf'; it may be TF, IDF, TFIDF");
  CHECK(error({0, 1}, {0, 1}, "TF", texts({1}, {"a"})) == place + "X and the pool differ in type");
  CHECK(error({0, 1}, {0, 1}, "TF", i64({}, {1})) == place + "X has rank 0, not 1 or 2");
}

}  // namespace etalon::test::tf_idf_vectorizer_test
