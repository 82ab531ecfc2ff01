#include "engine/values/json_sentence.h"

#include "conformance/tests/catch.h"
#include "engine/values/json.h"

namespace etalon::json_sentence_test {
namespace {

using nlohmann::json;

template <class F>
std::string sentence(F&& f) {
  try {
    f();
  } catch (const json::exception& problem) {
    return json_sentence(problem);
  }
  return "";
}

TEST_CASE("what is wrong with JSON is said without words of the library") {
  const json object = {{"a", 1}}, list = {1}, number = 1, text = "x", null;
  CHECK(sentence([&] { return object.at("data"); }) == "the key 'data' is missing");
  CHECK(sentence([&] { return text.get<double>(); }) == "a number is expected, not a text");
  CHECK(sentence([&] { return null.get<int>(); }) == "a number is expected, not null");
  CHECK(sentence([&] { return object.get<std::string>(); }) == "a text is expected, not an object");
  CHECK(sentence([&] { return text.get<std::vector<int>>(); }) == "a list is expected, not a text");
  CHECK(sentence([&] { return number.get_ref<const std::string&>(); }) ==
        "a text is expected, not a number");
  CHECK(sentence([&] { return number.at("a"); }) ==
        "an object or a list is expected, not a number");
  CHECK(sentence([&] { return object.at(size_t{0}); }) == "a list is expected, not an object");
  CHECK(sentence([&] { return list.at("a"); }) == "an object is expected, not a list");
  CHECK(sentence([&] { return number.value("a", 1); }) ==
        "an object or a list is expected, not a number");
}

}  // namespace
}  // namespace etalon::json_sentence_test
