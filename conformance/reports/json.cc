#include "conformance/reports/json.h"

#include "conformance/common/json.h"
#include "conformance/common/json_stream.h"
#include "conformance/common/paths.h"
#include "conformance/common/text_lines.h"
#include "conformance/reports/repeat.h"
#include "engine/c_interface.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using Json = nlohmann::ordered_json;

// A case's fields, in the order in which they are written.
constexpr const char* case_fields[] = {
    "release", "suite",   "name",      "status",   "verdict",     "kind",    "releases",
    "erratum", "known",   "operators", "max_ulp",  "max_abs",     "max_rel", "exact",
    "judged",  "seconds", "message",   "missing",  "where",       "got",     "expected",
    "picture", "path",    "command",   "data_set", "differences", "inputs",  "more_nodes",
    "nodes",   "outputs", "tolerance"};

// The text of an object that has the fields of both, in that order. The first has some.
std::string joined(std::string first, std::string_view second) {
  if (second == "{}") return first;
  first.resize(first.size() - std::string_view("\n}").size());
  return first.append(",").append(second.substr(1));
}

// Each field as it comes, since copying them into a Json takes longer than all else.
std::string case_text(const RunReport& report, const CaseResult& result) {
  nlohmann::json fields = to_json(result);
  if (!result.measured)
    fields.update({{"max_ulp", nullptr}, {"max_abs", nullptr}, {"max_rel", nullptr}});
  if (!report.backend.empty()) fields["verdict"] = word_of(result);
  if (result.releases.empty()) fields["releases"] = {result.release};
  if (!result.path.empty()) fields["command"] = repeat_command(report, result);
  std::string text = "{";
  for (const char* name : case_fields) {
    const auto field = fields.find(name);
    if (field == fields.end()) continue;
    text += fmt::format("{}\n \"{}\": ", text.size() == 1 ? "" : ",", name);
    text += indented(json_text(*field, 1), 1);
  }
  return text + "\n}";
}

Json run_entry(const RunInfo& info) {
  Json entry = Json::object();
  const auto add = [&](const char* field, const std::string& text) {
    if (!text.empty()) entry[field] = text;
  };
  add("date", info.date);
  add("command", info.command);
  add("machine", info.machine);
  if (info.seed) entry["seed"] = *info.seed;
  add("rule", info.rule);
  if (!info.options.empty()) entry["options"] = info.options;
  return entry;
}

RunInfo run_from_json(const nlohmann::json& entry) {
  RunInfo info;
  info.date = field_or<std::string>(entry, "date", "");
  info.command = field_or<std::string>(entry, "command", "");
  info.machine = field_or<std::string>(entry, "machine", "");
  if (entry.contains("seed")) info.seed = field<uint32_t>(entry, "seed");
  info.rule = field_or<std::string>(entry, "rule", "");
  info.options = field_or(entry, "options", std::vector<std::string>{});
  return info;
}

// What qualifies the results: a run that ended early, statuses that were allowed, stale lines.
void add_circumstances(const RunReport& report, Json& document) {
  if (const auto& partial = report.partial) {
    document["partial"] = {
        {"reason", partial->reason}, {"done", partial->done}, {"of", partial->of}};
  }
  for (const Status status : report.allowed) document["allowed"].push_back(to_string(status));
  if (!report.stale_known.empty()) document["stale_known"] = report.stale_known;
}

// The object with the field "cases". Each case is written and dropped before the next is made:
// together they would take a hundred megabytes, and half of the time.
std::string cases_text(const RunReport& report) {
  if (report.results.empty()) return "{\n \"cases\": []\n}";
  std::string text = "{\n \"cases\": [";
  for (const CaseResult& result : report.results) {
    text += &result == &report.results.front() ? "\n  " : ",\n  ";
    text += indented(case_text(report, result), 2);
  }
  return text + "\n ]\n}";
}

}  // namespace

namespace {

Json summary_entry(const Summary& totals) {
  Json summary = {{"total", totals.all.total}};
  for (const Status status : all_statuses()) {
    summary[std::string(to_string(status))] = totals.all[status];
    if (status != Status::fail) continue;
    for (const Grade grade : {Grade::rounding, Grade::unknown, Grade::unlikely, Grade::wrong}) {
      const auto found = totals.fails.find(grade);
      summary[fmt::format("fail_{}", to_string(grade))] =
          found == totals.fails.end() ? 0 : found->second;
    }
    summary["fail_accepted"] = totals.accepted;
  }
  return summary;
}

}  // namespace

std::string json_report(const RunReport& report) {
  const Summary totals = summarize(report.results);
  Json errata = Json::object();
  for (const auto& [id, count] : totals.errata) errata[id] = count;
  Json document = {{"schema", 1}, {"etalon", judge_version(report)}, {"seconds", report.seconds}};
  if (!report.backend.empty()) document["backend"] = report.backend;
  if (const Json run = run_entry(report.info); !run.empty()) document["run"] = run;
  if (const auto& shard = report.shard) {
    document["shard"] = {{"index", shard->index}, {"count", shard->count}, {"of", shard->of}};
    if (shard->balanced) document["shard"]["balanced"] = true;
  }
  add_circumstances(report, document);
  if (!report.problems.empty()) document["problems"] = report.problems;
  document["summary"] = summary_entry(totals);
  document["errata"] = errata;
  document["stale_errata"] = totals.stale;
  return joined(json_text(document, 1), cases_text(report)) + "\n";
}

std::string json_reports(const std::vector<RunReport>& runs) {
  if (runs.size() == 1) return json_report(runs.front());
  std::string text = "{\n \"schema\": 1,\n \"runs\": [";
  for (const RunReport& run : runs) {
    std::string one = json_report(run);
    one.pop_back();  // the end of its last line
    text += &run == &runs.front() ? "\n  " : ",\n  ";
    text += indented(one, 2);
  }
  return text + "\n ]\n}\n";
}

namespace {

void read_circumstances(const nlohmann::json& document, RunReport& report) {
  if (document.contains("partial")) {
    const nlohmann::json& partial = document.at("partial");
    report.partial = naming("'partial'", [&] {
      return Partial{field<std::string>(partial, "reason"), field<size_t>(partial, "done"),
                     field<size_t>(partial, "of")};
    });
  }
  for (const auto& status : field_or(document, "allowed", std::vector<std::string>{})) {
    report.allowed.insert(status_named(status));
  }
  report.stale_known = field_or(document, "stale_known", std::vector<std::string>{});
}

void check_version(const nlohmann::json& head, ReportVersions versions) {
  if (field<nlohmann::json>(head, "schema") != 1) {
    throw InvalidInput("the report's \"schema\" is not 1");
  }
  const auto version = field<std::string>(head, "etalon");
  if (versions == ReportVersions::any || version == etalon_version()) return;
  throw InvalidInput("the report is from etalon {}, but this is etalon {}", version,
                     etalon_version());
}

// A report without its cases.
RunReport report_from_json(const nlohmann::json& document, ReportVersions versions) {
  check_version(document, versions);
  RunReport report;
  if (document.contains("run")) {
    report.info = naming("'run'", [&] { return run_from_json(document.at("run")); });
  }
  report.info.etalon = printable(field<std::string>(document, "etalon"));
  read_circumstances(document, report);
  report.seconds = field_or(document, "seconds", 0.0);
  report.backend = printable(field_or<std::string>(document, "backend", ""));
  if (!document.contains("shard")) return report;
  const nlohmann::json& shard = document.at("shard");
  report.shard = naming("'shard'", [&] {
    return Shard{field<size_t>(shard, "index"), field<size_t>(shard, "count"),
                 field<size_t>(shard, "of"), field_or(shard, "balanced", false)};
  });
  if (report.shard->index < 1 || report.shard->index > report.shard->count) {
    throw InvalidInput("the report's \"shard\" is not valid");
  }
  return report;
}

// Reads a document case by case.
class ReportReader {
 public:
  ReportReader(const std::filesystem::path& file, ReportVersions versions, const CaseChoice& choice)
      : stream_(file), versions_(versions), choice_(choice) {
    if (choice_.fields.empty()) return;
    choice_.fields.insert(
        {"release", "suite", "name", "status", "operators", "seconds", "message"});
  }

  std::vector<RunReport> runs() {
    Document document = read(true);
    stream_.end();
    if (!document.has_runs) {
      if (!document.has_cases) document.head.at("cases");
      return {finished(document)};
    }
    if (document.head.value("schema", nlohmann::json()) != 1) {
      throw InvalidInput("the document's \"schema\" is not 1");
    }
    if (document.runs.empty()) throw InvalidInput("the document has no runs");
    return std::move(document.runs);
  }

 private:
  struct Document {
    nlohmann::json head = nlohmann::json::object();
    std::vector<CaseResult> cases;
    std::vector<RunReport> runs;
    bool has_cases = false;
    bool has_runs = false;
  };

  RunReport finished(Document& document) const {
    RunReport report = report_from_json(document.head, versions_);
    report.results = std::move(document.cases);
    return report;
  }

  Document read(bool may_have_runs) {
    Document document;
    if (stream_.kind() != '{') parse_json(stream_.value()).at("schema");  // says what it is
    stream_.object([&](const std::string& key) {
      if (key == "cases") {
        read_cases(document);
      } else if (key == "runs" && may_have_runs) {
        read_runs(document);
      } else {
        document.head[key] = parse_json(stream_.value());
      }
    });
    return document;
  }

  void read_list(const std::string& name, const std::function<void()>& read_one) {
    if (stream_.kind() != '[') naming(name, [&] { require_list(parse_json(stream_.value())); });
    size_t position = 0;
    stream_.list([&] {
      ++position;
      try {
        read_one();
      } catch (const std::exception&) {
        rethrow_naming(fmt::format("{}, entry {}", name, position));
      }
    });
  }

  void read_runs(Document& document) {
    document.has_runs = true;
    read_list("'runs'", [&] {
      Document run = read(false);
      if (!run.has_cases) run.head.at("cases");
      document.runs.push_back(finished(run));
    });
  }

  void read_cases(Document& document) {
    document.has_cases = true;
    if (document.head.contains("etalon") && document.head.contains("schema")) {
      check_version(document.head, versions_);  // another's cases may have another form
    }
    read_list("'cases'", [&] {
      const std::string_view text = stream_.value();
      if (choice_.fields.empty()) {
        document.cases.push_back(result_from_json(parse_json(text)));
        return;
      }
      CaseResult result = result_from_json(chosen_fields(text));
      if (choice_.wanted && !choice_.wanted(result)) return;
      if (choice_.wanted) result = result_from_json(parse_json(text));
      document.cases.push_back(std::move(result));
    });
  }

  // The fields are parsed together, which takes half of the time of one after the other.
  nlohmann::json chosen_fields(std::string_view text) const {
    std::string chosen = "{";
    const bool whole = each_member(text, [&](std::string_view key, std::string_view value) {
      if (choice_.fields.find(key) == choice_.fields.end()) return;
      if (chosen.size() > 1) chosen += ',';
      chosen.append("\"").append(key).append("\":").append(value);
    });
    return parse_json(whole ? chosen + "}" : std::string(text));
  }

  JsonStream stream_;
  ReportVersions versions_;
  CaseChoice choice_;
};

}  // namespace

std::vector<RunReport> read_json_reports(const std::filesystem::path& file, ReportVersions versions,
                                         const CaseChoice& choice) {
  ReportReader reader(file, versions, choice);
  try {
    return reader.runs();
  } catch (const nlohmann::json::exception& problem) {
    throw InvalidInput("{}: not a JSON report of etalon test: {}", file.string(),
                       json_sentence(problem));
  } catch (const InvalidInput& problem) {
    const std::string sentence = problem.what();
    if (sentence.find(file.string()) != std::string::npos) throw;
    throw InvalidInput("{}: {}", file.string(), sentence);
  }
}

RunReport read_json_report(const std::filesystem::path& file, ReportVersions versions,
                           const CaseChoice& choice) {
  std::vector<RunReport> runs = read_json_reports(file, versions, choice);
  if (runs.size() == 1) return std::move(runs.front());
  std::vector<std::string> names;
  for (const RunReport& run : runs) names.push_back(runtime_title(run));
  throw InvalidInput("{}: has the runs of {}; a report of one run is needed", file.string(),
                     fmt::join(names, ", "));
}

}  // namespace etalon
