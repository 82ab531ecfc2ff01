#include "conformance/reports/html.h"

#include "conformance/tests/catch.h"

namespace etalon::html_test {
namespace {

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

RunReport sample() {
  RunReport report;
  report.seconds = 2;
  report.backend = "runtime 1.0";
  report.results = {result("a", Status::pass, ""), result("b", Status::fail, "1 < 2 & \"x\""),
                    result("c", Status::crash, "killed")};
  CaseResult& failed = report.results[1];
  failed.kind = Mismatch::values;
  failed.where = "[0, 3]";
  failed.got = "1.5";
  failed.expected = "2.5";
  failed.max_ulp = 4194304;
  failed.picture = {"Y", {2, 4}, {"0009", "0330"}};
  return report;
}

size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST_CASE("text of any origin is only text in the page") {
  CHECK(html_text("a < b & c > \"d\" 'e'") == "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;");
  CHECK(html_text("line\nend\x01\x7f") == "line end\\x01\\x7f");
  CHECK(html_text("caf\xc3\xa9") == "caf\xc3\xa9");
  CHECK(html_text("bad \xff byte") == "bad \\xff byte");
  const std::string attack = "\"><script>alert(1)</script><img src=x onerror=alert(2)>";
  RunReport report = sample();
  for (CaseResult& one : report.results) {
    one.name = one.suite = one.release = one.message = one.got = one.where = attack;
    one.operators = {attack + "-1"};
    one.missing = {attack};
    one.status = Status::unsupported;
    one.erratum = attack;
    one.picture.output = attack;
  }
  report.backend = attack;
  const std::string page = html_report(report);
  CHECK(count(page, "<script") == 1);
  CHECK(page.find("<img") == std::string::npos);
  CHECK(page.find("&quot;&gt;&lt;script&gt;alert(1)") != std::string::npos);
}

TEST_CASE("the page needs nothing from elsewhere and forbids it") {
  const std::string page = html_report(sample());
  for (const char* reference : {" src=", " href=", "url(", "@import", "http:", "https:"}) {
    INFO(reference);
    CHECK(page.find(reference) == std::string::npos);
  }
  CHECK(page.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("the page shows totals, operators by version, and what was wrong where") {
  const std::string page = html_report(sample());
  CHECK(page.find("<h1>runtime 1.0</h1>") != std::string::npos);
  CHECK(page.find("3 cases in 2.00 s") != std::string::npos);
  CHECK(page.find("<tr><td>1.22.0/node</td><td class=\"n\">3</td>") != std::string::npos);
  // Each operator: one of three cases passes, the worst is a crash.
  CHECK(page.find("<button class=\"tag crash\" data-op=\"Conv-11\" title=\"1 of 3 pass\">11 "
                  "<b>1/3</b></button>") != std::string::npos);
  CHECK(page.find("data-op=\"ai.onnx.ml.Scaler-1\"") != std::string::npos);
  CHECK(page.find("data-s=\"fail\" data-o=\" conv-11 ai.onnx.ml.scaler-1 \"") != std::string::npos);
  CHECK(page.find("1 &lt; 2 &amp; &quot;x&quot;") != std::string::npos);
  CHECK(page.find("<dt>where</dt><dd><code>[0, 3]</code></dd>") != std::string::npos);
  CHECK(page.find("<dt>got</dt><dd><code>1.5</code></dd>") != std::string::npos);
  CHECK(page.find("<dt>expected</dt><dd><code>2.5</code></dd>") != std::string::npos);
  CHECK(page.find("<td class=\"n\">4194304</td>") != std::string::npos);
}

TEST_CASE("errors are drawn at their places, equal neighbours as one") {
  const std::string page = html_report(sample());
  CHECK(page.find("viewBox=\"0 0 4 2\"") != std::string::npos);
  CHECK(count(page, "<rect") == 2);
  CHECK(page.find("<rect class=\"l9\" x=\"3\" y=\"0\" width=\"1\" height=\"1\"/>") !=
        std::string::npos);
  CHECK(page.find("<rect class=\"l3\" x=\"1\" y=\"1\" width=\"2\" height=\"1\"/>") !=
        std::string::npos);
  CHECK(page.find("errors of output Y [2, 4]") != std::string::npos);
}

TEST_CASE("a page of very many cases lists those that are not as expected") {
  RunReport report;
  for (int i = 0; i < 6001; ++i) report.results.push_back(result("p", Status::pass, ""));
  report.results.push_back(result("f", Status::fail, "x"));
  const std::string page = html_report(report);
  CHECK(count(page, "<tr data-s=") == 1);
  CHECK(page.find("Only cases that are not as expected are listed") != std::string::npos);
}

Tensor matrix(const std::vector<double>& values, const Shape& shape, DType type) {
  Reals array = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(type, array);
}

TEST_CASE("a picture grades errors by the tolerance") {
  const Tolerance tolerance{0, 1, std::nullopt};
  const Tensor expected = matrix({0, 0, 0, 0, 0, 0}, {2, 3}, DType::float32);
  const double inf = std::numeric_limits<double>::infinity();
  // Within 1; 2 is 10^0.3 times, 5 is 10^0.7 times, 50 is 10^1.7 times, 1e9 is 10^9 times.
  const Tensor actual = matrix({1, 2, 5, 50, 1e9, inf}, {2, 3}, DType::float32);
  const ErrorPicture picture = picture_errors("Y", actual, expected, tolerance);
  CHECK(picture.rows == std::vector<std::string>{"012", "489"});
  CHECK(picture.shape == Shape{2, 3});
}

TEST_CASE("a picture of many elements keeps the worst of each cell") {
  std::vector<double> zeros(100 * 96, 0);
  std::vector<double> values = zeros;
  values[99 * 96 + 95] = 1;
  const ErrorPicture picture =
      picture_errors("Y", matrix(values, {4, 25, 96}, DType::float32),
                     matrix(zeros, {4, 25, 96}, DType::float32), Tolerance{0, 0.9, std::nullopt});
  REQUIRE(picture.rows.size() == picture_rows);
  REQUIRE(picture.rows[0].size() == picture_columns);
  CHECK(picture.rows[picture_rows - 1][picture_columns - 1] == '1');
  CHECK(count(picture.rows[0], "0") == picture_columns);
}

TEST_CASE("pictures of integers, scalars and what cannot be drawn") {
  const auto ints = [](const std::vector<int64_t>& values) {
    Array<int64_t> array = empty_array<int64_t>({values.size()});
    std::copy(values.begin(), values.end(), array.begin());
    return Tensor::of(DType::int64, array);
  };
  CHECK(picture_errors("Y", ints({1, 2}), ints({1, 3}), {}).rows == std::vector<std::string>{"04"});
  CHECK(picture_errors("Y", matrix({1}, {}, DType::float32), matrix({2}, {}, DType::float32), {})
            .rows.size() == 1);
  CHECK(picture_errors("Y", ints({1, 2}), ints({1}), {}).empty());
  CHECK(picture_errors("Y", ints({}), ints({}), {}).empty());
  CHECK(picture_errors("Y", Value(), ints({1}), {}).empty());
}

}  // namespace
}  // namespace etalon::html_test
