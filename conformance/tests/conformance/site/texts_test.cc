// What versions change, the specification's text, and the index of the search.
#include "conformance/common/json.h"
#include "conformance/explain/schema_text.h"
#include "conformance/site/search_index.h"
#include "conformance/site/sections.h"
#include "conformance/tests/catch.h"

namespace etalon::site_texts_test {

using namespace etalon::site;

namespace {

OperatorPage page_of(const char* name, const std::vector<int>& versions) {
  OperatorPage page;
  for (const int version : versions) {
    page.versions.push_back(explain::facts_of(*find_schema("", name, version)));
  }
  return page;
}

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The row of a version in the table of changes.
std::string changes_row(const std::string& markup, int version) {
  const size_t begin = markup.find("<a href=\"#v" + std::to_string(version) + "\">");
  return begin == std::string::npos ? ""
                                    : markup.substr(begin, markup.find("</tr>", begin) - begin);
}

bool takes(const Schema& schema, const std::string& part) {
  return has_part(types_of(schema), part);
}

}  // namespace

// By ONNX's changelog: int4 came with 21, float4 with 23, 2-bit integers with 25, float6 with 28.
TEST_CASE("each version of Cast has the types that came with it", "[site]") {
  const std::string markup =
      changes_section(page_of("Cast", {1, 6, 9, 13, 19, 21, 23, 24, 25, 28}));
  const std::pair<int, const char*> came[] = {{13, "bfloat16"},   {21, "int4"}, {23, "float4"},
                                              {24, "float8e8m0"}, {25, "int2"}, {28, "float6"}};
  for (const int version : {1, 6, 9, 13, 19, 21, 23, 24, 25, 28}) {
    const std::string row = changes_row(markup, version);
    REQUIRE(!row.empty());
    for (const auto& [with, type] : came) {
      INFO(version << " " << type);
      CHECK(has_part(row, type) == (with == version));
    }
  }
}

TEST_CASE("no version claims an element type that its schema does not have", "[site]") {
  const std::pair<const char*, const char*> named[] = {
      {"bfloat16", "bfloat16"}, {"float4", "float4"},       {"float6", "float6"},
      {"float8", "float8"},     {"4-bit integers", "int4"}, {"2-bit integers", "int2"}};
  size_t claims = 0;
  for (const Schema& schema : all_schemas()) {
    if (!schema.domain.empty()) continue;
    const explain::Facts facts = explain::facts_of(schema);
    const std::string said = explain::meaning(facts.header, schema.since_version);
    for (const auto& [word, type] : named) {
      const size_t at = said.find(word);  // not the end of "64-bit integers"
      if (at == std::string::npos || (at > 0 && std::isdigit(said[at - 1]) != 0)) continue;
      INFO(schema.label() << ": " << said);
      CHECK(takes(schema, type));
      ++claims;
    }
  }
  CHECK(claims > 50);
}

TEST_CASE("the text has its source; and what Etalon does about a sentence", "[site]") {
  const std::string markup = texts_section(page_of("Add", {1, 6, 7, 13, 14}));
  CHECK(has_part(markup, "href=\"https://onnx.ai/onnx/operators/onnx__Add.html\""));
  CHECK(has_part(markup, "Apache-2.0"));
  CHECK(has_part(markup, "Performs element-wise binary addition (with Numpy-style broadcasting"));
  CHECK(has_part(markup,
                 "<span class=\"demand\">Result, has same element type as two inputs</span> <small "
                 "class=\"note\">tested by “14 has its operands&#39; element type”"));
  CHECK(onnx_page(*find_schema("ai.onnx.ml", "Scaler", 1)) ==
        "https://onnx.ai/onnx/operators/onnx_aionnxml_Scaler.html");
}

TEST_CASE("the search's index has attributes; points; errors and headings", "[site]") {
  SearchEntries entries;
  add_entries(entries, page_of("Softmax", {1, 11, 13}));
  add_entries(entries, ManualPage{"manual/a.html", "<h2 id=\"x-y\"><code>x</code> &lt; y</h2>"});
  add_entries(entries, explain::Source{"ops/a/b.cc",
                                       "int f() {\n  throw InvalidInput(\"k is {}\", 1);\n}\n"});
  const auto has = [&](const char* kind, const char* text, const char* address) {
    for (const SearchEntry& one : entries) {
      if (one.kind == kind && has_part(one.text, text) && one.address == address) return true;
    }
    return false;
  };
  CHECK(has("attribute", "axis", "operators/ai.onnx/Softmax.html#v13"));
  CHECK(has("open point", "Softmax.", "operators/ai.onnx/Softmax.html#Softmax.rank0"));
  CHECK(has("manual", "x < y", "manual/a.html#x-y"));
  CHECK(has("error", "k is …", "code/ops/a/b.cc.html#L2"));
  CHECK(search_script({{"error", "</script>", "", "a"}}).starts_with("'use strict';\nwindow"));
}

}  // namespace etalon::site_texts_test
