#include "conformance/tests/ops/mdf/actr/actr.h"

namespace etalon::mdf::actr_tests::retrieve_chunk_test {
namespace {

const std::string memory =
    R"([{"name": "a", "ISA": "number", "number": "one", "next": "two"},
        {"name": "b", "ISA": "number", "number": "two", "next": "three"},
        {"name": "c", "ISA": "number", "number": "two", "next": "two"},
        {"name": "d", "ISA": "number", "number": "ten"}])";
const std::string types = R"({"number": ["value", "after"], "word": []})";

std::string retrieve(const std::string& slots) {
  return text("retrieve_chunk",
              {R"({"buffer": "retrieval", "ISA": "number", )" + slots + "}", memory, types});
}

}  // namespace

TEST_CASE("ACT-R: retrieval takes the first match in memory and names slots by type") {
  CHECK(retrieve(R"("number": "two")") == R"({"ISA":"number","value":"two","after":"three"})");
}

TEST_CASE("ACT-R: retrieval with variables follows the same rules") {
  CHECK(retrieve(R"("number": "=x", "next": "=x")") ==
        R"({"ISA":"number","value":"two","after":"two"})");
  CHECK(retrieve(R"("number": "two", "next": "-=x")") == "{}");
  CHECK(retrieve(R"("number": "=x", "next": "-=x")") ==
        R"({"ISA":"number","value":"one","after":"two"})");
}

TEST_CASE("ACT-R: a retrieved chunk has the slots that it has") {
  CHECK(retrieve(R"("number": "ten")") == R"({"ISA":"number","value":"ten"})");
}

TEST_CASE("ACT-R: nothing to retrieve is {}") {
  CHECK(retrieve(R"("number": "nine")") == "{}");
  CHECK(text("retrieve_chunk", {"{}", memory, types}) == "{}");
  CHECK(text("retrieve_chunk", {R"({"buffer": "retrieval", "ISA": "number"})", "[]", types}) ==
        "{}");
}

TEST_CASE("ACT-R: a chunk that its type does not describe is an error") {
  const std::string all = R"({"buffer": "retrieval"})";
  CHECK(error("retrieve_chunk", {all, R"([{"ISA": "digit"}])", types}) ==
        "InvalidInput: retrieve_chunk: argument 'types' has no type \"digit\"");
  CHECK(error("retrieve_chunk", {all, R"([{"ISA": "word", "a": "b"}])", types}) ==
        "InvalidInput: retrieve_chunk: a chunk has 1 slots, its type \"word\" has 0");
  CHECK(error("retrieve_chunk", {all, R"([{"ISA": "t"}])", R"({"t": "a"})"}) ==
        "InvalidInput: retrieve_chunk: argument 'types': type \"t\" is the string \"a\" where a "
        "list of slots is wanted");
  CHECK(error("retrieve_chunk", {"\"x\"", memory, types}) ==
        "InvalidInput: retrieve_chunk: argument 'pattern' is the string \"x\" where a dictionary "
        "is wanted");
}

}  // namespace etalon::mdf::actr_tests::retrieve_chunk_test
