#include "conformance/site/sections.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/open_points.h"
#include "conformance/cases/open_table.h"
#include "conformance/explain/open_text.h"
#include "conformance/explain/runtimes.h"
#include "conformance/explain/schema_text.h"
#include "conformance/reports/page/html.h"
#include "conformance/site/board.h"
#include "conformance/site/code.h"
#include "conformance/site/findings.h"

namespace etalon::site {

namespace {

constexpr size_t most_cases = 40;

std::string fact_row(std::string_view what, const std::string& markup) {
  return markup.empty() ? "" : element("dt", what) + around("dd", markup) + "\n";
}

std::string quotation_markup(const OpenPoint& point) {
  if (point.text.empty()) return "says nothing";
  const Quotation& said = point.text.front();
  return around("q", html_text(said.quote)) + " <span class=\"minor\">" + html_text(said.place) +
         "</span>";
}

// What Etalon and other runtimes give for the point's example.
std::string answers_markup(const OpenPoint& point) {
  if (point.example.is_null()) return "";
  const PeerAnswers& peers = open_points().peers;
  MarkupRows rows = {{"runtime", "gives"}, {"Etalon", html_text(answer_text(point.example))}};
  if (const auto answers = peers.answers.find(point.id); answers != peers.answers.end()) {
    for (const auto& [runtime, answer] : answers->second) {
      const auto version = peers.versions.find(runtime);
      const std::string number = version == peers.versions.end() ? "" : version->second;
      rows.push_back({html_text(runtime + " " + number), html_text(answer_text(answer))});
    }
  }
  return table(rows);
}

// What the versions of the page have of a kind, each once.
template <class T>
std::vector<const T*> each_once(const OperatorPage& page,
                                std::vector<const T*> explain::Facts::*list) {
  std::vector<const T*> all;
  for (const explain::Facts& facts : page.versions) {
    for (const T* one : facts.*list) {
      if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
    }
  }
  return all;
}

// What a runtime gives for official cases, by versions of the operator.
std::string official_table(const OperatorPage& page, const std::string& root) {
  MarkupRows rows = {{"version"}};
  for (const BoardRuntime& runtime : board().runtimes) {
    rows[0].push_back(html_text(runtime.name + " " + runtime.version));
  }
  for (const explain::Facts& facts : page.versions) {
    const std::string label = facts.schema->label();
    const auto found = board().operators.find(label);
    if (found == board().operators.end()) continue;
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(std::to_string(facts.schema->since_version));
    for (const BoardRuntime& runtime : board().runtimes) {
      row.push_back(tally_markup(tally_of(runtime.words, found->second),
                                 cell_address(root, label, runtime.name)));
      const std::string constants = constants_text(runtime, found->second);
      if (!constants.empty()) row.back() += around("span", constants, " class=\"minor\"");
    }
  }
  if (rows.size() == 1) return "";
  return fmt::format("<h3>Official cases of ONNX {}</h3>\n{}", html_text(board().release),
                     table(rows, " class=\"cells\""));
}

// Without the official cases: their counts, too, are in the verdicts.
explain::Verdict own_verdict(const explain::Verdict& all, const std::string& label,
                             const std::string& name) {
  explain::Verdict own;
  own.counts = all.counts;
  const auto range = board().operators.find(label);
  for (const BoardRuntime& runtime : board().runtimes) {
    if (runtime.name != name || range == board().operators.end()) continue;
    for (size_t i = range->second.first; i < range->second.second; ++i) {
      int& count = own.counts[runtime.statuses[i]];
      count = std::max(0, count - 1);
    }
  }
  for (const explain::FailedCase& one : all.cases) {
    if (one.name.starts_with("own/")) own.cases.push_back(one);
  }
  return own;
}

// The statuses of own cases, which the verdict decides, in its words.
std::string own_text(const explain::Verdict& own) {
  constexpr std::pair<const char*, const char*> words[] = {
      {"pass", "same or rounding"},  {"statistical", "open"}, {"open", "open"},
      {"fail", "wrong or unlikely"}, {"error", "refused"},    {"invalid", "refused"},
      {"crash", "refused"},          {"timeout", "refused"},  {"unsupported", "unsupported"}};
  std::vector<std::pair<std::string, int>> counts;
  for (const auto& [status, word] : words) {
    const auto found = own.counts.find(status);
    if (found == own.counts.end() || found->second == 0) continue;
    const bool again = !counts.empty() && counts.back().first == word;
    if (!again) counts.emplace_back(word, 0);
    counts.back().second += found->second;
  }
  std::string text;
  for (const auto& [word, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  }
  return text.empty() ? "none" : text;
}

std::string own_markup(const explain::Verdict& own, const std::string& label) {
  const auto passed = own.counts.find("pass");
  const bool good = own.cases.empty() && passed != own.counts.end() && passed->second > 0;
  const char* kind = good ? "good" : own.cases.empty() ? "none" : "bad";
  const std::string text =
      around("span", html_text(own_text(own)), fmt::format(" class=\"{}\"", kind));
  if (own.cases.empty()) return text;
  std::string items;
  for (const explain::FailedCase& one : own.cases) {
    items +=
        around("li", element("code", one.name) + " " + html_text(one.status + ": " + one.message),
               fmt::format(" data-case=\"{}\"", html_text(label)));
  }
  return text + "<details><summary>these cases</summary><ul>" + items + "</ul></details>";
}

// What runtimes give for the project's own cases.
std::string own_table(const OperatorPage& page) {
  const explain::Verdicts& all = explain::verdicts();
  MarkupRows rows = {{"version"}};
  for (const auto& [runtime, version] : all.runtimes) {
    rows[0].push_back(html_text(runtime + " " + version));
  }
  for (const explain::Facts& facts : page.versions) {
    const std::string label = facts.schema->label();
    const auto found = all.operators.find(label);
    if (found == all.operators.end()) continue;
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(std::to_string(facts.schema->since_version));
    for (const auto& [runtime, version] : all.runtimes) {
      const auto verdict = found->second.find(runtime);
      row.push_back(verdict == found->second.end()
                        ? "–"
                        : own_markup(own_verdict(verdict->second, label, runtime), label));
    }
  }
  if (rows.size() == 1) return "";
  return fmt::format("<h3>The project’s own cases, measured {}</h3>\n{}", html_text(all.date),
                     table(rows));
}

std::string case_list(const std::string& kind, const OperatorIndex& index,
                      const std::string& label) {
  const auto found = index.find(label);
  if (found == index.end()) return "";
  std::string items;
  const size_t shown = std::min(found->second.size(), most_cases);
  for (size_t i = 0; i < shown; ++i) items += element("li", found->second[i]);
  if (shown < found->second.size()) {
    items += fmt::format("<li>… {} more</li>", found->second.size() - shown);
  }
  return fmt::format("<details><summary>{}: {} {}</summary><ul>{}</ul></details>\n",
                     html_text(label), found->second.size(), kind, items);
}

}  // namespace

std::string point_markup(const OpenPoint& point, const std::string& code) {
  const Vocabulary& vocabulary = open_points().vocabulary;
  std::string rows = fact_row("the text", quotation_markup(point));
  rows += fact_row("when", html_text(sentence_of(vocabulary.conditions, point.condition)));
  const std::string permitted = sentence_of(vocabulary.rules, point.permits.value("rule", ""));
  rows += fact_row("permitted", html_text(permitted));
  rows += fact_row("Etalon gives", html_text(point.choice));
  rows += fact_row("why", html_text(point.why));
  rows += fact_row("official cases", html_text(point.official));
  rows += fact_row("note", html_text(point.note));
  const bool differ = peers_differ(open_points().peers, point.id);
  return fmt::format(
      "<details id=\"{}\"><summary><span class=\"status {}\">{}</span> <code>{}</code> <span "
      "class=\"minor\">version {}</span> {}{}</summary><dl>{}</dl>{}{}</details>\n",
      html_text(point.id), name(point.status), name(point.status), html_text(point.id),
      fmt::join(point.versions, ", "), html_text(point.choice),
      differ ? " <span class=\"bad\">runtimes differ</span>" : "", rows, answers_markup(point),
      code);
}

std::string erratum_markup(const Erratum& erratum) {
  std::string cases;
  for (const std::string& one : erratum.cases) cases += element("code", one) + " ";
  std::string rows = fact_row("the data", html_text(erratum.expected));
  rows += fact_row("the text", html_text(erratum.specification));
  rows += fact_row("Etalon uses", erratum.follows_data ? "the data" : "the text");
  rows += fact_row("why", html_text(erratum.why));
  rows += fact_row("proof", html_text(erratum.proof));
  rows += fact_row("upstream", html_text(erratum.thread));
  rows += fact_row("releases", html_text(erratum.release_text()));
  rows += fact_row("cases", cases);
  return fmt::format("<article id=\"{0}\"><h3>{0}</h3><dl>{1}</dl></article>\n",
                     html_text(erratum.id), rows);
}

std::string points_section(const OperatorPage& page, const std::string& file,
                           const Definitions& definitions) {
  const explain::Facts& newest = page.newest();
  std::string text;
  for (const OpenPoint* point : each_once(page, &explain::Facts::points)) {
    const std::string name = name_of_point(point->id);
    std::string code;
    for (const explain::CodePart& part :
         explain::code_of_point(newest.open_code, newest.sources, name)) {
      code += code_markup(part.text, {part.path, to_root(file), false, part.line}, definitions);
    }
    text += point_markup(*point, code);
  }
  return section("points", "What the text requires, permits and leaves open", text);
}

std::string errata_section(const OperatorPage& page) {
  std::string text;
  for (const Erratum* one : each_once(page, &explain::Facts::errata)) text += erratum_markup(*one);
  return section("errata", "Errata", text);
}

std::string runtimes_section(const OperatorPage& page) {
  const Schema& schema = *page.newest().schema;
  const std::string root = to_root(operator_file(schema));
  return section("runtimes", "What runtimes give",
                 official_table(page, root) + own_table(page) +
                     findings_list(domain_text(schema.domain), schema.name, root));
}

std::string accuracy_section(const OperatorPage& page) {
  MarkupRows rows = {{"version", "type", "results"}};
  for (const explain::Facts& facts : page.versions) {
    for (const explain::Accuracy* one : facts.accuracy) {
      const std::string variant = one->of == facts.schema->name ? "" : " (" + one->of + ")";
      rows.push_back({std::to_string(facts.schema->since_version), html_text(one->type + variant),
                      std::to_string(one->results)});
      for (const explain::RuntimeAccuracy& runtime : one->runtimes) {
        if (rows.size() == 2) rows[0].push_back(html_text(runtime.runtime));
        const std::string share = explain::share_text(runtime);
        rows.back().push_back(
            html_text(explain::ulp_text(runtime) + (share.empty() ? "" : ", " + share)));
      }
    }
  }
  if (rows.size() == 1) return "";
  return section(
      "accuracy", "Accuracy",
      fmt::format(
          "<p class=\"minor\">The largest error in ULP of the exact result, 0.5 where every result "
          "is correctly rounded, and the share of results that are not; NaN where a number and NaN "
          "stand for each other. Judged by {}.</p>\n{}",
          html_text(explain::accuracy_judge()), table(rows, " class=\"figures\"")));
}

std::string cases_section(const OperatorPage& page, const Reference& reference) {
  std::string text;
  for (const explain::Facts& facts : page.versions) {
    text += case_list("official cases", reference.official, facts.schema->label());
    text += case_list("own cases", reference.own, facts.schema->label());
  }
  return section("cases", "Cases", text);
}

}  // namespace etalon::site
