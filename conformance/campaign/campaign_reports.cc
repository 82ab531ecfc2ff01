#include "conformance/campaign/campaign_reports.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "conformance/campaign/campaign.h"
#include "conformance/campaign/ranking.h"
#include "conformance/common/json.h"
#include "conformance/common/markup.h"
#include "conformance/reports/reports.h"
#include "engine/loader/file.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string judgement_words(const Finding& finding) {
  if (finding.kind == Mismatch::none) return std::string(to_string(finding.status));
  return fmt::format("{} ({})", to_string(finding.status), to_string(finding.kind));
}

// "Conv-1, 11, 22", "Conv-11 and 4 other operators"
std::string subjects_text(const FindingGroup& group) {
  std::set<std::string> operators;
  std::map<int, std::string> versions;
  for (const auto& [subject, count] : group.subjects) {
    const std::string name = operator_name(subject);
    operators.insert(name);
    if (name.size() < subject.size()) {
      versions.emplace(std::atoi(subject.c_str() + name.size() + 1),
                       subject.substr(name.size() + 1));
    }
  }
  const std::string& first = group.finding.subject;
  if (operators.size() > 1) {
    const size_t others = operators.size() - 1;
    return fmt::format("{} and {} other operator{}", first, others, others == 1 ? "" : "s");
  }
  if (versions.size() < 2) return first;
  std::vector<std::string> texts;
  for (const auto& [number, text] : versions) texts.push_back(text);
  return fmt::format("{}-{}", operator_name(first), fmt::join(texts, ", "));
}

// In one cell of a table in Markdown.
std::string cell_text(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? "\\|" : std::string(1, c);
  return cell;
}

std::string sentence_of(const FindingGroup& group) {
  return group.sentence.empty() ? group.finding.sentence : group.sentence;
}

// Of the minimal case; where there is none, of the first.
json judged_json(const FindingGroup& group) {
  const bool minimal = group.result && group.result->judged;
  const std::optional<Verdict>& judged = minimal ? group.result->judged : group.finding.judged;
  return judged ? to_json(*judged) : json();
}

json group_entry(const RankedFinding& ranked) {
  const FindingGroup& group = ranked.group;
  return {{"key", group.finding.key()},
          {"cause", ranked.cause()},
          {"severity", to_string(group.severity)},
          {"status", to_string(group.finding.status)},
          {"kind", to_string(group.finding.kind)},
          {"subject", group.finding.subject},
          {"signature", group.finding.signature},
          {"path", group.finding.path},
          {"sentence", sentence_of(group)},
          {"judged", judged_json(group)},
          {"cases", group.cases},
          {"operators", group.subjects},
          {"first", group.first},
          {"folder", group.folder},
          {"others", ranked.others},
          {"elements", group.elements},
          {"first_elements", group.first_elements},
          {"checks", group.checks},
          {"special", group.special}};
}

json outcome_counts(const CampaignState& state) {
  json counts = json::object();
  for (int i = 0; i < outcome_count; ++i) {
    counts[std::string(to_string(static_cast<Outcome>(i)))] =
        state.outcomes[static_cast<size_t>(i)];
  }
  return counts;
}

RunReport report_of(const fs::path& out, const CampaignState& state) {
  RunReport report;
  report.info.etalon = state.key.etalon;
  report.info.date = state.key.date;
  report.info.seed = state.key.seed;
  report.info.rule = name_of(judging_of_findings().rule);
  report.info.options = {"--backend", state.key.command, "--rule", report.info.rule};
  report.backend = state.key.backend;
  for (const auto& [group, others] : ranked(state)) {
    if (!group.result) continue;
    CaseResult result = *group.result;
    const int rank = 1 + static_cast<int>(group.severity);
    result.suite = fmt::format("{}: {}", rank, words_of(group.severity));
    result.path = fs::absolute(out / "cases" / group.folder).lexically_normal().string();
    report.results.push_back(std::move(result));
  }
  return report;
}

json ranking_json(const std::vector<RankedFinding>& findings) {
  json ranking = json::object();
  const auto counts = severity_counts(findings);
  for (int i = 0; i < severity_count; ++i) {
    ranking[std::string(to_string(static_cast<Severity>(i)))] = counts[static_cast<size_t>(i)];
  }
  return ranking;
}

// "1 crash, 3 wrong on ordinary values, 2 refusal"; empty where there is no finding.
std::string ranking_text(const std::vector<RankedFinding>& findings) {
  std::vector<std::string> parts;
  const auto counts = severity_counts(findings);
  for (int i = 0; i < severity_count; ++i) {
    const size_t count = counts[static_cast<size_t>(i)];
    if (count > 0) parts.push_back(fmt::format("{} {}", count, words_of(static_cast<Severity>(i))));
  }
  return parts.empty() ? "" : fmt::format("Groups: {}.\n\n", fmt::join(parts, ", "));
}

std::string plural(uint64_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

std::string campaign_text(const CampaignState& state) {
  std::string text =
      fmt::format("{}: {} as Etalon, {} as far as rounding allows", plural(state.cases, "case"),
                  state.count(Outcome::same), state.count(Outcome::rounding));
  for (const auto& [outcome, words] :
       {std::pair(Outcome::open, "open"), std::pair(Outcome::unsupported, "unsupported"),
        std::pair(Outcome::undrawn, "not drawn")}) {
    if (const uint64_t count = state.count(outcome)) text += fmt::format(", {} {}", count, words);
  }
  return text + fmt::format(", {} in {}", plural(state.count(Outcome::finding), "finding"),
                            plural(ranked(state).size(), "group"));
}

std::string findings_table(const CampaignState& state) {
  const std::vector<RankedFinding> findings = ranked(state);
  const std::string head =
      "| severity | what | operator | cases | elements | where | sentence |\n"
      "|---|---|---|---|---|---|---|\n";
  std::string text =
      fmt::format("# {}, judged by Etalon {}\n\n{}. Seed {}; cases of {}.\n\n{}{}",
                  printable(state.key.backend), printable(state.key.etalon), campaign_text(state),
                  state.key.seed, printable(state.key.source), ranking_text(findings), head);
  bool notes = false;
  for (const auto& [group, others] : findings) {
    if (group.severity == Severity::note && !std::exchange(notes, true)) {
      text += "\n## Accuracy notes\n\nThese are within the tolerance of ONNX's tests.\n\n" + head;
    }
    const std::string where = group.folder.empty() ? "" : fmt::format("cases/{}", group.folder);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", words_of(group.severity),
                        judgement_words(group.finding), printable(subjects_text(group)),
                        group.cases, group.folder.empty() ? "" : std::to_string(group.elements),
                        where, cell_text(printable(sentence_of(group))));
  }
  for (const std::string& problem : state.problems) text += "\n" + printable(problem) + "\n";
  return text;
}

std::string findings_json(const CampaignState& state) {
  const std::vector<RankedFinding> findings = ranked(state);
  json groups = json::array();
  for (const RankedFinding& finding : findings) groups.push_back(group_entry(finding));
  const json document = {{"schema", 1},
                         {"etalon", state.key.etalon},
                         {"backend", state.key.backend},
                         {"command", state.key.command},
                         {"source", state.key.source},
                         {"seed", state.key.seed},
                         {"cases", state.cases},
                         {"outcomes", outcome_counts(state)},
                         {"severities", ranking_json(findings)},
                         {"problems", state.problems},
                         {"groups", groups}};
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

void write_campaign_reports(const fs::path& out, const CampaignState& state) {
  write_file(out / "findings.json", findings_json(state));
  write_file(out / "table.md", findings_table(state));
  const RunReport report = report_of(out, state);
  write_report(out / "report.json", report);
  write_report(out / "report.html", report);
}

}  // namespace etalon
