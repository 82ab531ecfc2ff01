// The pages about runtimes: the board, findings, history.
#include "conformance/site/board.h"

#include <filesystem>

#include "conformance/common/paths.h"
#include "conformance/site/findings.h"
#include "conformance/site/history.h"
#include "conformance/tests/catch.h"
#include "engine/values/errors.h"

namespace etalon::site_board_test {

using namespace etalon::site;

namespace {

// Four cases of Abs-13 and one of several operators; by hand.
nlohmann::json small_board(const std::string& statuses, const std::string& verdicts) {
  return {{"release", "1.22.0"},
          {"statuses",
           {{"pass", "p"},
            {"fail", "f"},
            {"open", "o"},
            {"erratum", "r"},
            {"error", "e"},
            {"invalid", "i"},
            {"timeout", "t"},
            {"crash", "c"},
            {"unsupported", "u"},
            {"statistical", "s"},
            {"missing", "-"},
            {"perhaps", "x"}}},
          {"verdicts",
           {{"same", "s"},
            {"rounding", "r"},
            {"unknown", "?"},
            {"wrong", "w"},
            {"none", "."},
            {"odd", "x"}}},
          {"cases", {{"", {"x"}}, {"Abs-13", {"a", "b", "c", "d"}}}},
          {"runtimes",
           {{{"name", "one"},
             {"version", "2"},
             {"date", "2026-11-28"},
             {"adapter", "one_adapter.py --name one"},
             {"statuses", statuses},
             {"verdicts", verdicts},
             {"messages", {{"b", "off"}}}}}}};
}

nlohmann::json run_of(const std::string& version, const nlohmann::json& names) {
  return {
      {"version", version},       {"date", "2026-01-31"}, {"measured", "2026-11-30"},
      {"release", "1.22.0"},      {"cases", 4},           {"counts", {{"same", 3}, {"wrong", 1}}},
      {"cases_by_verdict", names}};
}

}  // namespace

TEST_CASE("a case's word is its verdict; a status decides where no float was judged",
          "[scoreboard]") {
  using enum Word;
  const auto words = [](const std::string& statuses, const std::string& verdicts) {
    return read_board(small_board(statuses, verdicts)).runtimes.at(0).words;
  };
  // Within the tolerance, outside the bound; an integer, a text, a shape.
  CHECK(words("ppffo", ".wr.w") == std::vector{same, wrong, rounding, wrong, open});
  CHECK(words("rreit", ".s...") == std::vector{unknown, same, refused, refused, refused});
  CHECK(words("cus-f", "....?") == std::vector{refused, unsupported, open, not_tried, unknown});
  CHECK_THROWS_WITH(words("xpppp", "....."),
                    "'runtimes', entry 1: one: there is no status \"perhaps\"");
  CHECK_THROWS_WITH(words("fffff", "...x."), "'runtimes', entry 1: one: 'odd' is not a verdict");
}

TEST_CASE("a cell counts what is sound; and has the colour of the worst", "[scoreboard]") {
  const Board read = read_board(small_board("cppf-", ".r..."));
  REQUIRE(read.operators.at("Abs-13") == std::pair<size_t, size_t>(1, 5));
  const Tally tally = tally_of(read.runtimes.at(0).words, read.operators.at("Abs-13"));
  CHECK(tally_text(tally) == "2 of 3, 1 wrong, 1 not tried, 1 rounding");
  CHECK(tally.worst() == Word::wrong);
  CHECK(tally_markup(tally, "#\"") ==
        "<a class=\"cell w0\" href=\"#&quot;\"><b>2 of 3</b> <span>1&nbsp;wrong, 1&nbsp;not tried, "
        "1&nbsp;rounding</span></a>");
  CHECK(tally_text(Tally()) == "not tried");
  CHECK(Tally().worst() == Word::not_tried);
  CHECK(cell_address("../", "a b&at=c", "onnx.reference") ==
        "../scoreboard.html#cell=a%20b%26at=c&at=onnx.reference");
}

TEST_CASE("a board without a letter for each case is refused", "[scoreboard]") {
  CHECK_THROWS_WITH(read_board(small_board("ppp", ".....")),
                    "'runtimes', entry 1: one: 5 letters are expected, not 3");
  CHECK_THROWS_WITH(read_board(small_board("ppp?p", ".....")),
                    "'runtimes', entry 1: one: the letter '?' is unknown");
}

TEST_CASE("a run with constant inputs is counted beside the other", "[scoreboard]") {
  nlohmann::json written = small_board("fppc-", ".r...");
  const std::pair<size_t, size_t> cases(1, 5);
  CHECK(constants_text(read_board(written).runtimes.at(0), cases).empty());
  nlohmann::json& constants = written["runtimes"][0]["constants"];
  constants = {{"statuses", "fpppu"}, {"verdicts", "..w.."}};
  const BoardRuntime read = read_board(written).runtimes.at(0);
  CHECK(tally_text(tally_of(read.words, cases)) == "2 of 3, 1 refused, 1 not tried, 1 rounding");
  CHECK(constants_text(read, cases) == "with constant inputs: 2 of 4");
  CHECK(constants_text(read, {0, 0}).empty());  // nothing differs
  constants["verdicts"] = "..w.";
  CHECK_THROWS_WITH(read_board(written), "'runtimes', entry 1: one: 5 letters are expected, not 4");
}

TEST_CASE("every runtime of the published board has its adapter", "[scoreboard]") {
  REQUIRE(board().runtimes.size() > 5);
  for (const BoardRuntime& runtime : board().runtimes) {
    const std::string file = runtime.adapter.substr(0, runtime.adapter.find(' '));
    INFO(file);
    CHECK(
        std::filesystem::is_regular_file(data_folder().parent_path() / "scripts/backends" / file));
  }
}

TEST_CASE("a finding is mended in the first version from which on all are right", "[findings]") {
  const auto read = [](const char* versions) {
    const auto written = nlohmann::ordered_json::parse(
        std::string(R"({"finding": {"title": "t", "severity": "wrong", "versions": )") + versions +
        R"(}, "domain": "ai.onnx", "operator": "Abs", "cases": [{"name": "n", "opset": 13}]})");
    return finding_from("one/abs", written);
  };
  CHECK(mended_in(read(R"({"0.9": "fail", "0.10": "right", "0.11": "right"})")) == "0.10");
  CHECK(mended_in(read(R"({"0.9": "right", "0.10": "fail"})")).empty());
  CHECK(mended_in(read("{}")).empty());
  const Finding one = read(R"({"0.9": "fail", "0.10": "right"})");
  CHECK(one.runtime == "one");
  CHECK(one.versions.front().first == "0.9");  // oldest first, as written
  CHECK(one.test.at("opset") == 13);
}

TEST_CASE("two releases differ by the words of their cases", "[history]") {
  const nlohmann::json before = {{"wrong", {"a", "b"}}, {"refused", {"c"}}};
  const nlohmann::json after = {{"wrong", {"b"}}, {"unsupported", {"c", "d"}}};
  const History history =
      history_from({{"runtime", "one"}, {"runs", {run_of("0.9", before), run_of("0.10", after)}}});
  REQUIRE(history.runs.size() == 2);
  CHECK(history.runs[0].tally.sound() == 3);
  CHECK(changes_between(history.runs[0], history.runs[1]) ==
        std::map<std::string, std::vector<std::string>>{{"refused → unsupported", {"c"}},
                                                        {"sound → unsupported", {"d"}},
                                                        {"wrong → sound", {"a"}}});
  CHECK(changes_between(history.runs[0], history.runs[0]).empty());
}

TEST_CASE("a history with another word or date is refused", "[history]") {
  nlohmann::json run = run_of("1", {{"beyond", {"a"}}});
  CHECK_THROWS_WITH(history_from({{"runtime", "one"}, {"runs", {run}}}),
                    "'runs', entry 1: the verdict 'beyond' is unknown");
  run = run_of("1", nlohmann::json::object());
  run["date"] = "2026-1-31";
  CHECK_THROWS_WITH(history_from({{"runtime", "one"}, {"runs", {run}}}),
                    "'runs', entry 1: '2026-1-31' is not a date");
  CHECK_THROWS_AS(history_from({{"runtime", "one"}, {"runs", nlohmann::json::array()}}),
                  InvalidInput);
}

}  // namespace etalon::site_board_test
