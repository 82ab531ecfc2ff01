#include "conformance/site/scoreboard.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "conformance/common/json.h"
#include "conformance/explain/schema_text.h"
#include "conformance/reports/page/html.h"
#include "conformance/site/board.h"
#include "conformance/site/findings.h"
#include "conformance/site/frame.h"
#include "conformance/site/history.h"
#include "conformance/site/lists.h"

namespace etalon::site {

namespace {

using nlohmann::ordered_json;

// A digit for each.
std::string word_digits(const std::vector<Word>& words) {
  std::string digits;
  for (const Word word : words) digits += static_cast<char>('0' + static_cast<int>(word));
  return digits;
}

ordered_json runtime_data(const BoardRuntime& runtime) {
  ordered_json statuses = ordered_json::object();
  for (size_t i = 0; i < runtime.words.size(); ++i) {
    // The words say the rest.
    if (runtime.words[i] == Word::refused) statuses[std::to_string(i)] = runtime.statuses[i];
  }
  return {{"name", runtime.name},
          {"version", runtime.version},
          {"date", runtime.date},
          {"adapter", runtime.adapter},
          {"words", word_digits(runtime.words)},
          {"constants", word_digits(runtime.constants)},
          {"statuses", statuses},
          {"messages", runtime.messages}};
}

ordered_json operator_data(const std::string& label, const ScoredVersion& version) {
  return {{"label", label.empty() ? version.name : label},
          {"name", version.name},
          {"domain", version.domain},
          {"family", version.family},
          {"types", version.types},
          {"since", version.since},
          {"until", version.until},
          {"page", version.page}};
}

// Cases of several operators, or of one that the schemas do not have.
ScoredVersion other_version(const std::string& label) {
  const char* what = label.empty() ? "several operators" : "others";
  return {label.empty() ? what : label, "", what, "", 0, 0, ""};
}

// Every operator version, with the names of its cases, in the order of the board's.
ordered_json operators_data(const ScoredVersions& versions) {
  ordered_json data = ordered_json::array();
  for (const auto& [label, range] : board().operators) {
    const auto found = versions.find(label);
    data.push_back(
        operator_data(label, found == versions.end() ? other_version(label) : found->second));
    for (size_t i = range.first; i < range.second; ++i) {
      data.back()["cases"].push_back(board().cases[i]);
    }
  }
  for (const auto& [label, version] : versions) {
    if (!board().operators.contains(label)) data.push_back(operator_data(label, version));
  }
  return data;
}

// Of each finding: its operator, runtime, id and title.
ordered_json findings_data() {
  ordered_json data = ordered_json::array();
  for (const Finding& one : findings()) {
    data.push_back({one.domain, one.op, one.runtime, one.id, one.title});
  }
  return data;
}

ordered_json script_data(const ScoredVersions& versions) {
  ordered_json words = ordered_json::array(), runtimes = ordered_json::array();
  for (size_t i = 0; i < word_count; ++i) words.push_back(name(static_cast<Word>(i)));
  for (const BoardRuntime& runtime : board().runtimes) runtimes.push_back(runtime_data(runtime));
  return {{"release", board().release},
          {"words", words},
          {"runtimes", runtimes},
          {"operators", operators_data(versions)},
          {"findings", findings_data()}};
}

// Families by runtimes, for browsers without scripts.
std::string families_table(const ScoredVersions& versions) {
  std::map<std::string, std::vector<Tally>> families;
  const std::vector<BoardRuntime>& runtimes = board().runtimes;
  for (const auto& [label, range] : board().operators) {
    const auto found = versions.find(label);
    std::vector<Tally>& row =
        families[found == versions.end() ? other_version(label).family : found->second.family];
    row.resize(runtimes.size());
    for (size_t i = 0; i < runtimes.size(); ++i) {
      const Tally more = tally_of(runtimes[i].words, range);
      for (size_t word = 0; word < word_count; ++word) row[i].counts[word] += more.counts[word];
    }
  }
  MarkupRows rows = {{"family"}};
  for (const BoardRuntime& runtime : runtimes) {
    rows[0].push_back(html_text(runtime.name + " " + runtime.version));
    const std::string constants = constants_text(runtime, {0, board().cases.size()});
    if (!constants.empty()) rows[0].back() += " <span class=\"minor\">" + constants + "</span>";
  }
  for (const auto& [family, tallies] : families) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(html_text(family));
    for (const Tally& tally : tallies) row.push_back(html_text(tally_text(tally)));
  }
  return table(rows);
}

std::string legend() {
  constexpr std::pair<Word, const char*> meanings[] = {
      {Word::same, "the exact result, rounded once"},
      {Word::rounding, "no further off than sampled evaluations in the declared types"},
      {Word::open, "the specification permits the result, or says nothing"},
      {Word::unknown, "nothing useful is known of rounding, or the official data is wrong"},
      {Word::unlikely, "further off than samples, and within the bound of rounding errors"},
      {Word::wrong, "outside of the bound; another type, shape, integer or text"},
      {Word::refused, "an error, a crash, no answer in time"},
      {Word::unsupported, "the runtime says that it does not have it"},
      {Word::not_tried, "no case was run"}};
  std::string text;
  for (const auto& [word, meaning] : meanings) {
    text += fmt::format("<dt><span class=\"cell w{}\">{}</span></dt><dd>{}</dd>",
                        static_cast<int>(word), name(word), meaning);
  }
  return "<details><summary>What the words mean</summary><dl>" + text + "</dl></details>\n";
}

}  // namespace

void add_versions(ScoredVersions& versions, const OperatorPage& page, const std::string& family) {
  for (size_t i = 0; i < page.versions.size(); ++i) {
    const Schema& schema = *page.versions[i].schema;
    const bool last = i + 1 == page.versions.size();
    versions[schema.label()] = {schema.name,
                                domain_text(schema.domain),
                                family,
                                types_of(schema),
                                schema.since_version,
                                last ? 0 : page.versions[i + 1].schema->since_version,
                                fmt::format("{}#v{}", operator_file(schema), schema.since_version)};
  }
}

std::string scoreboard_page(const ScoredVersions& versions) {
  std::string body = "<h1>Operators × runtimes</h1>\n";
  if (board().runtimes.empty()) {
    body += "<p>No runtime was measured.</p>\n";
  } else {
    body += fmt::format(
        "<p>Runtimes on the official cases of ONNX {}, each case with the verdict on its worst "
        "element. “21 of 24” are the cases that are same, rounding or open, of those that were "
        "tried; a cell has the colour of its worst case. “With constant inputs” is a second run, "
        "with every input but the first as an initializer, of the runtimes to which this matters. "
        "{}{}</p>\n{}<div id=\"scoreboard\">{}"
        "</div>\n{}",
        html_text(board().release),
        findings().empty()
            ? ""
            : link("findings.html", "Findings") + " are known bugs, each with its smallest case. ",
        histories().empty() ? ""
                            : link("history.html", "History") + " compares the runtimes’ releases.",
        legend(), families_table(versions),
        data_element("board", json_text(script_data(versions))));
  }
  return whole_page({"scoreboard.html", "Operators × runtimes – Etalon", body, "board"});
}

}  // namespace etalon::site
