#include "conformance/reports/page/page.h"
#include "engine/values/json.h"

#include "conformance/common/paths.h"
#include "conformance/reports/page/agreement.h"
#include "conformance/reports/page/html.h"
#include "conformance/reports/page/page_data.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/text.h"

namespace etalon::page_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::has;

CaseResult result(const std::string& name, Status status, const std::string& message) {
  CaseResult result;
  result.release = "1.22.0";
  result.suite = "node";
  result.name = name;
  result.status = status;
  result.message = message;
  result.operators = {"Conv-11", "ai.onnx.ml.Scaler-1"};
  return result;
}

NamedReport run(const std::string& backend, const std::string& date,
                const std::vector<CaseResult>& results) {
  RunReport report;
  report.seconds = 2;
  report.backend = backend;
  report.info.etalon = "0.1.0";
  report.info.date = date;
  report.results = results;
  return {"report.json", report};
}

size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The block of data in a page.
json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const size_t at = page.find(begin) + begin.size();
  return json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST_CASE("text of any origin is only text in the page") {
  CHECK(html_text("a < b & c > \"d\" 'e'") == "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;");
  CHECK(html_text("line\nend\x01\x7f") == "line end\\x01\\x7f");
  CHECK(html_text("caf\xc3\xa9") == "caf\xc3\xa9");
  CHECK(html_text("bad \xff byte") == "bad \\xff byte");
  const std::string attack = "\"><script>alert(1)</script><!--<img src=x onerror=alert(2)>\xff";
  CaseResult one = result(attack, Status::unsupported, attack);
  one.suite = one.release = one.got = one.where = one.erratum = attack;
  one.operators = {attack + "-1"};
  one.missing = {attack};
  one.picture = {attack, {1, 1}, {"9"}};
  one.details.nodes = {{attack, attack, {{attack, attack}}, {attack}, {attack}}};
  const std::string page = report_page({run(attack, attack, {one})});
  CHECK(count(page, "<script") == 2);  // the data and the script
  CHECK(!has(page, "<img"));
  CHECK(has(page, "&quot;&gt;&lt;script&gt;alert(1)"));
  const json shown = data_of(page).at("cases").at(0);
  CHECK(shown.at("name").get<std::string>().starts_with("\"><script>alert(1)</script><!--<img"));
}

TEST_CASE("the page needs nothing from elsewhere and forbids it") {
  const std::string page = report_page({run("runtime 1.0", "", {result("a", Status::pass, "")})});
  for (const char* reference : {"<link", "<img", " src=", "@import", "url(", "https:"}) {
    INFO(reference);
    CHECK(!has(page, reference));
  }
  CHECK(has(page, "default-src 'none'"));
}

TEST_CASE("without scripts a page shows counts and what is not as expected") {
  const std::string page =
      report_page({run("runtime 1.0", "2026-11-22T10:00:00Z",
                       {result("a", Status::pass, ""), result("b", Status::fail, "1 < 2"),
                        result("c", Status::crash, "killed")})});
  CHECK(has(page,
            "<th scope=\"col\">cases</th><th scope=\"col\">pass</th><th scope=\"col\">fail</th>"
            "<th scope=\"col\">crash</th></tr>"));
  CHECK(
      has(page,
          "<tr><th scope=\"row\">runtime 1.0</th><td>2026-11-22T10:00:00Z</td><td>3</td><td>1</td>"
          "<td>1</td><td>1</td></tr>"));
  CHECK(has(page, "2 cases that are not as expected"));
  CHECK(has(page, "<tr><th scope=\"row\">1.22.0/node/b</th><td>fail 1 &lt; 2</td></tr>"));
  CHECK(!has(page, ">1.22.0/node/a</th>"));
}

TEST_CASE("a page tells fails that sound evaluations have from others") {
  CaseResult one = result("near", Status::fail, "1 < 2");
  one.kind = Mismatch::values;
  one.judged = Verdict{.grade = Grade::rounding, .times = 0.7, .share = 0.02, .evaluations = 30};
  NamedReport report = run("runtime 1.0", "", {one, result("far", Status::fail, "")});
  report.report.info.rule = "verdict";
  const std::string page = report_page({report});
  CHECK(has(page, "<td>2, 1 of them rounding</td>"));
  CHECK(has(page, "<td>fail (values, rounding) 1 &lt; 2</td>"));
  CHECK(data_of(page).at("runs").at(0).at("rule") == "verdict");
  const json rounding = data_of(page).at("cases").at(0).at("results").at(0).at("judged");
  CHECK(rounding.at("verdict") == "rounding");
  CHECK(rounding.at("amounts") ==
        "0.7 times the largest error of 30 sampled evaluations, 0.02 of the bound of rounding "
        "errors");
}

TEST_CASE("runs have short names; the newest of each version is a column") {
  const std::vector<NamedReport> reports = {run("onnxruntime 1.31.1", "2026-11-01T10:00:00Z", {}),
                                            run("onnxruntime 1.31.1", "2026-11-22T10:00:00Z", {}),
                                            run("onnxruntime 1.30.0", "2026-11-02T10:00:00Z", {}),
                                            run("onnx.reference 1.23.2", "", {}),
                                            run("", "", {}),
                                            run("My Runtime: 2", "", {}),
                                            run("onnxruntime 1.31.1", "2026-11-01T11:00:00Z", {})};
  std::vector<std::string> keys;
  std::vector<bool> shown;
  for (const PageRun& one : page_runs(reports)) {
    keys.push_back(one.key);
    shown.push_back(one.shown);
  }
  CHECK(keys == std::vector<std::string>{"ort@2026-11-01.2", "ort", "ort@1.30.0", "reference",
                                         "etalon", "my", "ort@2026-11-01"});
  CHECK(shown == std::vector<bool>{false, true, true, true, true, true, false});
}

TEST_CASE("cases of several runs stand side by side each once") {
  const std::vector<NamedReport> reports = {
      run("x 1", "", {result("a", Status::pass, ""), result("b", Status::pass, "")}),
      run("y 1", "",
          {result("b", Status::fail, ""), result("c", Status::pass, ""),
           result("c", Status::crash, "")})};  // one name, different data
  const std::vector<PageCase> cases = page_cases(reports);
  REQUIRE(cases.size() == 4);
  CHECK(cases[0].results[1] == nullptr);
  CHECK(cases[1].results[0]->status == Status::pass);
  CHECK(cases[1].results[1]->status == Status::fail);
  CHECK(cases[2].any().name == "c");
  CHECK(cases[3].results[1]->status == Status::crash);
  std::string statuses;
  const json data = data_of(report_page(reports));
  for (const json& one : data.at("cases")) {
    for (const json& result : one.at("results")) {
      statuses += result.is_null() ? "- " : result.at("status").get<std::string>() + " ";
    }
  }
  CHECK(statuses == "pass - pass fail - pass - crash ");
}

// A fail whose output y of so many elements has these first ones instead of zeros.
CaseResult answer(std::vector<std::string> elements, size_t size,
                  const std::string& type = "float") {
  CaseResult one = result("a", Status::fail, "");
  one.kind = Mismatch::values;
  DifferingOutput output;
  output.expected = {"y", "tensor(" + type + ")", Shape{size},
                     std::vector<std::string>(elements.size(), "0")};
  output.got = output.expected;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements[i] != "0") output.among_shown.push_back(i);
  }
  output.got.elements = std::move(elements);
  one.details.differences = {output};
  return one;
}

std::vector<std::optional<size_t>> agreement(const std::vector<CaseResult>& results) {
  std::vector<const CaseResult*> places;
  for (const CaseResult& one : results) places.push_back(&one);
  return same_answers(places);
}

TEST_CASE("runs agree whose answers are equal within the tolerance as far as reports show them") {
  using Groups = std::vector<std::optional<size_t>>;
  const CaseResult right = result("a", Status::pass, "");
  CHECK(agreement({answer({"1", "0"}, 2), right, answer({"1.0000001", "0"}, 2),
                   answer({"2", "0"}, 2), answer({"2", "0"}, 2), answer({"nan", "0"}, 2)}) ==
        Groups{0, {}, 0, 3, 3, {}});
  CHECK(agreement({answer({"nan", "0"}, 2), answer({"nan", "0"}, 2)}) == Groups{0, 0});
  // Integers are equal or not.
  CHECK(agreement({answer({"10000"}, 1, "int64"), answer({"10001"}, 1, "int64")}) ==
        Groups{{}, {}});
  CHECK(agreement({answer({"1"}, 1), answer({"1"}, 1, "double")}) == Groups{{}, {}});
  // Of a hundred elements, the first tell something only where they differ.
  CHECK(agreement({answer({"1", "0"}, 100), answer({"1", "0"}, 100)}) == Groups{0, 0});
  CHECK(agreement({answer({"0", "0"}, 100), answer({"0", "0"}, 100)}) == Groups{{}, {}});
  std::vector<CaseResult> far = {answer({"0"}, 100), answer({"0"}, 100), answer({"0"}, 100)};
  for (const size_t i : {0, 1, 2}) {
    far[i].details.differences[0].places = {{"[70]", i == 2 ? "8" : "7", "0"}};
  }
  CHECK(agreement(far) == Groups{0, 0, {}});
  far[1].status = Status::open;  // the specification leaves a choice
  CHECK(agreement(far) == Groups{{}, {}, {}});
}

TEST_CASE("of runs that agree the differences are written once") {
  const std::vector<NamedReport> reports = {run("x 1", "", {answer({"1"}, 1)}),
                                            run("y 1", "", {answer({"1"}, 1)}),
                                            run("z 1", "", {answer({"1.0000001"}, 1)})};
  const json results = data_of(report_page(reports)).at("cases").at(0).at("results");
  CHECK(results[0].contains("differences"));
  CHECK(results[1].at("as") == 0);
  CHECK(!results[1].contains("differences"));
  CHECK(results[2].at("agree") == 0);
  CHECK(results[2].at("as") == 0);
}

TEST_CASE("the data keep numbers that JSON does not have and round the others") {
  CaseResult one = result("a", Status::fail, "");
  one.measured = true;
  one.max_abs = std::numeric_limits<double>::infinity();
  one.max_rel = 0.123456;
  const json data = data_of(report_page({run("x 1", "", {one})}));
  CHECK(data.at("cases")[0].at("results")[0].at("max_abs") == "inf");
  CHECK(data.at("cases")[0].at("results")[0].at("max_rel") == 0.123);
  one.max_abs = 1.3912e-309;  // subnormal
  const json least = data_of(report_page({run("x 1", "", {one})}));
  CHECK(least.at("cases")[0].at("results")[0].at("max_abs") == 1.39e-309);
}

TEST_CASE("a folder has a page for each operator and each case whatever their names") {
  const TemporaryFolder scratch;
  CaseResult odd = result("../../up/<b>\n" + std::string(300, 'x'), Status::fail, "");
  odd.suite = "..";
  odd.release = "";
  odd.operators = {"../Conv-1"};
  write_report_site(scratch.path() / "site",
                    {run("x 1", "", {result("a", Status::pass, ""), odd})});
  size_t cases = 0;
  for (const auto& entry : fs::recursive_directory_iterator(scratch.path())) {
    const fs::path file = entry.path().lexically_relative(scratch.path() / "site");
    CHECK(!file.string().starts_with(".."));
    if (file.string().starts_with("cases") && entry.is_regular_file()) {
      ++cases;
      CHECK(std::distance(file.begin(), file.end()) == 4);
    }
  }
  CHECK(cases == 2);
  CHECK(fs::exists(scratch.path() / "site/cases/1.22.0/node/a.html"));
  CHECK(fs::exists(scratch.path() / "site/operators/ai.onnx.ml.Scaler.html"));
  CHECK(fs::exists(scratch.path() / "site/operators/%2E.%2FConv.html"));
  const std::string page = file_text(scratch.path() / "site/cases/1.22.0/node/a.html");
  CHECK(has(page, "href=\"../../../page.css\""));
  CHECK(data_of(page).at("cases").size() == 1);
  CHECK(!data_of(file_text(scratch.path() / "site/index.html")).contains("cases"));
  CHECK(has(file_text(scratch.path() / "site/rows/0.js"), "\"name\":\"a\""));
}

}  // namespace
}  // namespace etalon::page_test
