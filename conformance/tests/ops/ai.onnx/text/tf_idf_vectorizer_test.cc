#include "conformance/tests/ops/one_node.h"

namespace etalon::test::tf_idf_vectorizer_test {

TEST_CASE("TfIdfVectorizer counts n-grams") {
  // 1-grams 2 and 3; 2-grams (5, 6) and (7, 8).
  const auto vectorizer = [](int64_t min, int64_t max, int64_t skip, const char* mode) {
    return OneNode("TfIdfVectorizer", 9)
        .set("mode", mode)
        .set("min_gram_length", min)
        .set("max_gram_length", max)
        .set("max_skip_count", skip)
        .set("ngram_counts", Integers{0, 2})
        .set("ngram_indexes", Integers{0, 1, 2, 4})
        .set("pool_int64s", Integers{2, 3, 5, 6, 7, 8});
  };
  const Tensor X = i64({6}, {3, 5, 6, 3, 7, 8});
  CHECK(show(vectorizer(1, 1, 5, "TF").run({X})) == "float[5] 0 2 0 0 0");
  CHECK(show(vectorizer(2, 2, 0, "TF").run({X})) == "float[5] 0 0 1 0 1");
  CHECK(show(vectorizer(1, 2, 0, "IDF").run({X})) == "float[5] 0 1 1 0 1");
  CHECK(show(vectorizer(2, 2, 1, "TF").run({tensor(DType::int32, {5}, {5, 6, 6, 7, 8})})) ==
        "float[5] 0 0 2 0 1");
  CHECK(show(vectorizer(1, 2, 0, "TF").run({i64({2, 3}, {2, 2, 2, 5, 6, 5})})) ==
        "float[2, 5] 3 0 0 0 0 0 0 1 0 0");
  CHECK(show(vectorizer(1, 2, 0, "TF").run({i64({0}, {})})) == "float[5] 0 0 0 0 0");
  CHECK(show(vectorizer(1, 9, INT64_MAX, "TF").run({i64({1}, {2})})) == "float[5] 1 0 0 0 0");
}

TEST_CASE("TfIdfVectorizer weighs counts") {
  const auto vectorizer = [](const char* mode) {
    return OneNode("TfIdfVectorizer", 9)
        .set("mode", mode)
        .set("min_gram_length", 1)
        .set("max_gram_length", 1)
        .set("max_skip_count", 0)
        .set("ngram_counts", Integers{0})
        .set("ngram_indexes", Integers{1, 0})
        .set("weights", Floats{0.5, 4})
        .set("pool_strings", Strings{"a", "b"});
  };
  const Tensor X = texts({4}, {"a", "b", "a", "c"});
  CHECK(show(vectorizer("TF").run({X})) == "float[2] 1 2");
  CHECK(show(vectorizer("IDF").run({X})) == "float[2] 4 0.5");
  CHECK(show(vectorizer("TFIDF").run({X})) == "float[2] 4 1");
}

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
