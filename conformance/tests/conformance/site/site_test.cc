// The pieces of the site: markup, code with links, probes. Whole pages are tried in a browser by
// scripts/test_page.
#include "conformance/site/site.h"

#include "conformance/reports/page/html.h"
#include "conformance/site/code.h"
#include "conformance/site/manual.h"
#include "conformance/site/operator_page.h"
#include "conformance/site/pictures.h"
#include "conformance/tests/catch.h"

namespace etalon::site_test {

using namespace etalon::site;

namespace {

// Output element → the elements of input 0 that it reads.
std::map<size_t, std::set<size_t>> reads_of(const nlohmann::ordered_json& probed) {
  std::map<size_t, std::set<size_t>> reads;
  for (const auto& read : probed.at("reads")) {
    if (read.at("input") != 0 || read.at("output") != 0) continue;
    for (const auto& hit : read.at("elements")) {
      reads[hit.at(0).get<size_t>()].insert(read.at("element").get<size_t>());
    }
  }
  return reads;
}

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("text of any origin is escaped in markup and data cannot end their element") {
  CHECK(element("p", "<b>&\x01") == "<p>&lt;b&gt;&amp;\\x01</p>");
  CHECK(link("a.html?x=\"y\"", "a<b") == "<a href=\"a.html?x=&quot;y&quot;\">a&lt;b</a>");
  CHECK(data_element("d", "\"</script>\"").find("</script>") ==
        data_element("d", "\"</script>\"").rfind("</script>"));
  CHECK(to_root("operators/ai.onnx/Conv.html") == "../../");
  CHECK(to_root("index.html").empty());
}

TEST_CASE("definitions are found where they are nearest") {
  const std::vector<explain::Source> sources = {
      {"engine/numerics/sums.h", "Reals sum_over(const Reals& x, size_t axis);\n"},
      {"engine/numerics/sums.cc", "Reals sum_over(const Reals& x, size_t axis) {\n"},
      {"ops/a/pool.h", "struct Window {\n  int size;\n};\n"},
      {"ops/a/max.cc", "void helper() {\n}\n"},
      {"ops/b/min.cc", "void helper() {\n}\n// void comment() {\n"}};
  const Definitions names(sources);
  CHECK(names.find("sum_over", "ops/a/max.cc")->path == "engine/numerics/sums.cc");
  CHECK(names.find("helper", "ops/b/min.cc")->path == "ops/b/min.cc");
  CHECK(names.find("Window", "ops/a/max.cc")->line == 1);
  CHECK(!names.find("Window", "ops/b/min.cc"));
  CHECK(!names.find("comment", "ops/b/min.cc"));
  CHECK(!names.find("nothing", "ops/b/min.cc"));
}

TEST_CASE("code is highlighted; its lines are numbered; names lead to their definitions") {
  const std::vector<explain::Source> sources = {{"ops/a/x.cc", "void helper() {\n}\n"}};
  const Definitions names(sources);
  const std::string text =
      code_markup("// <b>\nreturn helper(\"a\\\"b\");\n", {"ops/a/x.cc", "../", false}, names);
  CHECK(has_part(text, "<span class=\"c\">// &lt;b&gt;</span>"));
  CHECK(has_part(text, "<span class=\"k\">return</span>"));
  CHECK(has_part(text, "<a href=\"../code/ops/a/x.cc.html#L1\">helper</a>("));
  CHECK(has_part(text, "<span class=\"s\">&quot;a\\&quot;b&quot;</span>"));
  CHECK(has_part(code_markup("x\ny", {"ops/a/x.cc", "", true}, names), "<span id=\"L2\">"));
}

TEST_CASE("an elementwise operator's output reads the element at its place alone") {
  const auto probed = probe(*find_schema("", "Sigmoid", 13));
  REQUIRE(probed);
  for (const auto& [output, elements] : reads_of(*probed)) {
    CHECK(elements == std::set<size_t>{output});
  }
}

TEST_CASE("an output of a convolution reads its window without the padding") {
  const auto probed = probe(*find_schema("", "Conv", 22));
  REQUIRE(probed);
  // 3 by 3 over 5 by 5 with a padding of 1 and strides of 2: the corner's window, the centre's.
  std::map<size_t, std::set<size_t>> reads = reads_of(*probed);
  CHECK(reads.size() == 9);
  CHECK(reads[0] == std::set<size_t>{0, 1, 5, 6});
  CHECK(reads[4] == std::set<size_t>{6, 7, 8, 11, 12, 13, 16, 17, 18});
}

TEST_CASE("an operator on texts has no picture") {
  CHECK(!probe(*find_schema("", "StringConcat", 20)));
}

TEST_CASE("an operator has one page; on which each version has an address") {
  CHECK(operator_file(*find_schema("", "Softmax", 13)) == "operators/ai.onnx/Softmax.html");
  CHECK(operator_file(*find_schema("thinker", "iqAdd", 1)) == "operators/thinker/iqAdd.html");
  OperatorPage page;
  for (const int version : {1, 11, 13}) {
    page.versions.push_back(explain::facts_of(*find_schema("", "Softmax", version)));
  }
  const Definitions names({});
  const std::string text = operator_page(page, {names, {}, {}, true});
  for (const char* part : {"id=\"v1\"", "id=\"v11\"", "id=\"v13\"", "id=\"compare\"", "id=\"code\"",
                           "id=\"try-data\"", "id=\"picture-data\"", "id=\"Softmax.rank0\""}) {
    INFO(part);
    CHECK(has_part(text, part));
  }
}

// By the formulas with mpmath: X·Wᵀ of the first step is 0.625, 0, 0.625, 1.25, and of GRU 0.625,
// 0, 0.625; the states are 0.
TEST_CASE("the gates of a step are those of its formulas") {
  const auto first = gates(*find_schema("", "LSTM", 22))->at("steps").at(0);
  const auto is = [](const auto& number, double expected) {
    return std::abs(number.template get<double>() - expected) < 1e-15;
  };
  CHECK(is(first.at("i"), 0.651354864666054244));
  CHECK(is(first.at("o"), 0.5));
  CHECK(is(first.at("f"), 0.651354864666054244));
  CHECK(is(first.at("c"), 0.848283639957512898));
  CHECK(is(first.at("C"), 0.552533675502953697));
  CHECK(is(first.at("tanh"), 0.502416739933256764));
  CHECK(is(first.at("H"), 0.251208369966628382));
  const auto gru = gates(*find_schema("", "GRU", 22))->at("steps").at(0);
  CHECK(is(gru.at("z"), 0.651354864666054244));
  CHECK(is(gru.at("r"), 0.5));
  CHECK(is(gru.at("h"), 0.554599722349382294));
  CHECK(is(gru.at("H"), 0.193358495254669131));
  CHECK(!gates(*find_schema("", "RNN", 22)));
}

TEST_CASE("steps one by one end where the whole sequence does") {
  for (const char* name : {"LSTM", "GRU"}) {
    const Schema& schema = *find_schema("", name, 22);
    const explain::Evaluated whole = explain::evaluate(example_to_draw(schema)->call);
    const Array<double> Y = whole.outputs.at(0).value.tensor().as<double>();
    const auto found = gates(schema);
    const auto& steps = found->at("steps");
    REQUIRE(steps.size() == Y.size());
    for (size_t t = 0; t < Y.size(); ++t) {
      CHECK(std::abs(steps.at(t).at("H").get<double>() - Y.data()[t]) < 1e-7);
    }
  }
}

TEST_CASE("the manual: Markdown as markup; with anchors and with links to other pages") {
  const auto address_of = [](std::string_view address) {
    return address == "b/README.md" ? std::string("b/README.html") : std::string();
  };
  CHECK(markdown_markup("## `check`, and *why*\n", address_of) ==
        "<h2 id=\"check-and-why\"><code>check</code>, and <em>why</em></h2>\n");
  CHECK(markdown_markup("[b](b/README.md), [c](https://c)", address_of) ==
        "<p><a href=\"b/README.html\">b</a>, <a>c</a></p>\n");
  CHECK(has_part(markdown_markup("| a |\n|---|\n| <script> |\n", address_of),
                 "<td>&lt;script&gt;</td>"));
}

TEST_CASE("the manual's pages begin with the project's README and lead to code") {
  const std::vector<ManualPage> pages = manual_pages({{"engine/formula.h", ""}});
  REQUIRE(pages.size() > 20);
  CHECK(pages[0].file == "manual/README.html");
  CHECK(has_part(pages[0].markup, "<a href=\"../manual/conformance/check/README.html#manual\">"));
  const auto engine = std::find_if(pages.begin(), pages.end(), [](const ManualPage& page) {
    return page.file == "manual/engine/README.html";
  });
  REQUIRE(engine != pages.end());
  CHECK(has_part(engine->markup, "formula.h"));
  CHECK(has_part(engine->markup, "<h2 id=\"manual\">Manual</h2>"));
}

}  // namespace etalon::site_test
