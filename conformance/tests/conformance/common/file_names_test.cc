#include "conformance/common/file_names.h"

#include "conformance/tests/catch.h"

namespace etalon::file_names_test {
namespace {

TEST_CASE("any text becomes the name of one file") {
  CHECK(file_name_of("test_abs-13") == "test_abs-13");
  CHECK(file_name_of("Abs: of 0.5") == "Abs%3A%20of%200.5");
  CHECK(file_name_of("../x") == "%2E.%2Fx");
  CHECK(file_name_of(".") == "%2E");
  CHECK(file_name_of("") == "%");
  CHECK(file_name_of(std::string("a\0b", 3)) == "a%00b");
  CHECK(file_name_of("50%") == "50%25");
}

TEST_CASE("long texts that differ have names that differ") {
  const std::string one = file_name_of(std::string(400, 'x') + "1");
  const std::string other = file_name_of(std::string(400, 'x') + "2");
  CHECK(one != other);
  CHECK(one.size() < 256);
}

TEST_CASE("words are quoted so that a shell reads them back") {
  CHECK(shell_words({"etalon", "why", "1.22.0/node/test_abs"}) ==
        "etalon why 1.22.0/node/test_abs");
  CHECK(shell_word("python3 my.py") == "'python3 my.py'");
  CHECK(shell_word("it's $HOME") == "'it'\\''s $HOME'");
  CHECK(shell_word("") == "''");
}

}  // namespace
}  // namespace etalon::file_names_test
