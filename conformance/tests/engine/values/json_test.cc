#include "engine/values/json.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/tests/catch.h"

namespace etalon::test::json_test {
namespace {

using nlohmann::json;

// The number of the JSON text as T, or the library's sentence.
template <class T>
std::string read_as(const char* text) {
  try {
    return json(json::parse(text).get<T>()).dump();
  } catch (const json::type_error& refusal) {
    const std::string sentence = refusal.what();
    return sentence.substr(sentence.find("] ") + 2);
  }
}

}  // namespace

TEST_CASE("A whole number is read from JSON if the type holds it however it is written") {
  CHECK(read_as<int64_t>("-9223372036854775808") == "-9223372036854775808");
  CHECK(read_as<uint64_t>("18446744073709551615") == "18446744073709551615");
  CHECK(read_as<int>("-3.0") == "-3");
  CHECK(read_as<uint8_t>("2.55e2") == "255");
  CHECK(json::parse("[1, 2.0]").get<std::vector<size_t>>() == std::vector<size_t>{1, 2});
  CHECK(json::parse(R"({"a": 4})").value("a", 1) == 4);
}

TEST_CASE("What the type does not hold is refused not cut") {
  CHECK(read_as<int64_t>("1e308") ==
        "1e+308 is not a whole number from -9223372036854775808 to 9223372036854775807");
  CHECK(read_as<int64_t>("9223372036854775808").starts_with("9223372036854775808 is not"));
  CHECK(read_as<int64_t>("9.223372036854775808e18").starts_with("9.223372036854776e+18 is not"));
  CHECK(read_as<uint64_t>("18446744073709551616").ends_with("from 0 to 18446744073709551615"));
  CHECK(read_as<uint64_t>("-1") == "-1 is not a whole number from 0 to 18446744073709551615");
  CHECK(read_as<int>("2.5") == "2.5 is not a whole number from -2147483648 to 2147483647");
  CHECK(read_as<uint8_t>("256") == "256 is not a whole number from 0 to 255");
  CHECK(read_as<int>("\"3\"") == "type must be number, but is string");
  CHECK(read_as<int>("true") == "type must be number, but is boolean");
  CHECK_THROWS_AS(json::parse("[1, 1e300]").get<std::vector<size_t>>(), json::type_error);
  CHECK_THROWS_AS(json::parse(R"({"a": 2.5})").value("a", 1), json::type_error);
}

TEST_CASE("Whole numbers are written to JSON as before") {
  CHECK(json(int64_t{-5}).dump() == "-5");
  CHECK(json({{"a", size_t{7}}, {"b", std::vector<int>{1, 2}}}).dump() == R"({"a":7,"b":[1,2]})");
  CHECK(nlohmann::ordered_json(uint8_t{3}) == 3);
}

}  // namespace etalon::test::json_test
