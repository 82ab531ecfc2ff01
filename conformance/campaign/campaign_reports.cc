#include "conformance/campaign/campaign_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/campaign/campaign.h"
#include "conformance/common/json.h"
#include "conformance/common/markup.h"
#include "conformance/reports/reports.h"
#include "engine/loader/file.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

int urgency(const FindingGroup& group) {
  switch (group.finding.status) {
    case Status::crash:
      return 0;
    case Status::timeout:
      return 1;
    case Status::fail:
      return 2;
    default:
      return 3;
  }
}

bool is_about_special_numbers(const FindingGroup& group) {
  return group.special && group.finding.status == Status::fail;
}

// Differences about special numbers come last.
std::vector<const FindingGroup*> in_order_of_urgency(const CampaignState& state) {
  std::vector<const FindingGroup*> groups;
  for (const FindingGroup& group : state.groups) groups.push_back(&group);
  const auto place = [](const FindingGroup* group) {
    return std::pair(is_about_special_numbers(*group), urgency(*group));
  };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const auto* a, const auto* b) { return place(a) < place(b); });
  return groups;
}

std::string judgement_words(const Finding& finding) {
  if (finding.kind == Mismatch::none) return std::string(to_string(finding.status));
  return fmt::format("{} ({})", to_string(finding.status), to_string(finding.kind));
}

// "Conv-11", "Conv-11 and 4 others"
std::string subjects_text(const FindingGroup& group) {
  const size_t others = group.subjects.size() - std::min<size_t>(1, group.subjects.size());
  if (others == 0) return group.finding.subject;
  return fmt::format("{} and {} other{}", group.finding.subject, others, others == 1 ? "" : "s");
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

json group_entry(const FindingGroup& group) {
  return {{"key", group.finding.key()},
          {"status", to_string(group.finding.status)},
          {"kind", to_string(group.finding.kind)},
          {"subject", group.finding.subject},
          {"signature", group.finding.signature},
          {"sentence", sentence_of(group)},
          {"judged", judged_json(group)},
          {"cases", group.cases},
          {"operators", group.subjects},
          {"first", group.first},
          {"folder", group.folder},
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
  for (const FindingGroup* group : in_order_of_urgency(state)) {
    if (!group->result) continue;
    CaseResult result = *group->result;
    result.path = fs::absolute(out / "cases" / group->folder).lexically_normal().string();
    report.results.push_back(std::move(result));
  }
  return report;
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
                            plural(state.groups.size(), "group"));
}

std::string findings_table(const CampaignState& state) {
  const std::string head =
      "| what | operator | cases | elements | where | sentence |\n|---|---|---|---|---|---|\n";
  std::string text =
      fmt::format("# {}, judged by Etalon {}\n\n{}. Seed {}; cases of {}.\n\n{}",
                  printable(state.key.backend), printable(state.key.etalon), campaign_text(state),
                  state.key.seed, printable(state.key.source), head);
  bool special = false;
  for (const FindingGroup* group : in_order_of_urgency(state)) {
    if (is_about_special_numbers(*group) && !std::exchange(special, true)) {
      text +=
          "\n## Of special numbers\n\nThe minimal cases need NaN, infinities, or numbers whose "
          "squares the type does not hold: read the specification's text before you report one of "
          "them.\n\n" +
          head;
    }
    const std::string where = group->folder.empty() ? "" : fmt::format("cases/{}", group->folder);
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", judgement_words(group->finding),
                        printable(subjects_text(*group)), group->cases,
                        group->folder.empty() ? "" : std::to_string(group->elements), where,
                        cell_text(printable(sentence_of(*group))));
  }
  for (const std::string& problem : state.problems) text += "\n" + printable(problem) + "\n";
  return text;
}

std::string findings_json(const CampaignState& state) {
  json groups = json::array();
  for (const FindingGroup* group : in_order_of_urgency(state))
    groups.push_back(group_entry(*group));
  const json document = {{"schema", 1},
                         {"etalon", state.key.etalon},
                         {"backend", state.key.backend},
                         {"command", state.key.command},
                         {"source", state.key.source},
                         {"seed", state.key.seed},
                         {"cases", state.cases},
                         {"outcomes", outcome_counts(state)},
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
