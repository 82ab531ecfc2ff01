#include "conformance/campaign/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/usage_error.h"
#include "engine/loader/inner_path.h"
#include "engine/values/errors.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

CampaignKey key_from_json(const json& json) {
  CampaignKey key;
  read_field(json, "etalon", key.etalon);
  read_field(json, "command", key.command);
  read_field(json, "backend", key.backend);
  read_field(json, "source", key.source);
  read_field(json, "seed", key.seed);
  read_field(json, "shard", key.shard);
  read_field(json, "shards", key.shards);
  read_field(json, "date", key.date);
  return key;
}

void apply_cases(const json& line, CampaignState& state) {
  read_field(line, "cases", state.cases);
  read_field(line, "seconds", state.seconds);
  read_field(line, "outcomes", state.outcomes);
  each_entry(line, "new", [&](const json& group) {
    FindingGroup added;
    added.finding = naming("'finding'", [&] { return finding_from_json(group.at("finding")); });
    added.severity = severity_of(added.finding, false);
    read_field(group, "first", added.first);
    state.groups.push_back(std::move(added));
  });
  each_entry(line, "hits", [&](const json& hit) {
    const auto position = hit.at(0).get<size_t>();
    if (position >= state.groups.size()) throw InvalidInput("there is no finding {}", position);
    FindingGroup& group = state.groups[position];
    const auto count = hit.at(2).get<uint64_t>();
    group.cases += count;
    group.subjects[hit.at(1).get<std::string>()] += count;
  });
}

void apply_settled(const json& line, CampaignState& state) {
  const FindingGroup settled = group_from_json(line);
  for (FindingGroup& group : state.groups) {
    if (group.first != settled.first) continue;
    FindingGroup whole = settled;
    whole.cases = group.cases;
    whole.subjects = group.subjects;
    group = std::move(whole);
  }
}

void apply_line(const json& line, size_t number, CampaignState& state) {
  const auto part = [&](const char* key, auto read) {
    return naming(in_quotes(key), [&] { return read(line.at(key)); });
  };
  if (number == 1) {
    state.key = part("campaign", key_from_json);
  } else if (line.contains("settled")) {
    part("settled", [&](const json& settled) { apply_settled(settled, state); });
  } else if (line.contains("problem")) {
    state.problems.push_back(field<std::string>(line, "problem"));
  } else {
    apply_cases(line, state);
  }
}

// The content of a journal, and the length of its whole lines.
std::pair<CampaignState, size_t> parsed_journal(const std::string& text) {
  CampaignState state;
  size_t begin = 0;
  size_t number = 0;
  for (size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    naming(fmt::format("line {}", ++number), [&] { apply_line(parse_json(line), number, state); });
  }
  return {state, begin};
}

std::pair<CampaignState, size_t> read_whole_lines(const fs::path& file) {
  const std::string text = file_text(file);
  try {
    return parsed_journal(text);
  } catch (const Error& problem) {
    throw InvalidInput("{}: is not a journal of a campaign: {}", file.string(), problem.what());
  }
}

// Why the folder's campaign is another one; empty where it is the same.
std::string difference_between(const CampaignKey& there, const CampaignKey& wanted) {
  const auto differ = [](std::string_view what, const auto& a, const auto& b) {
    return a == b ? std::string() : fmt::format("{} {}, not {}", what, a, b);
  };
  for (const std::string& text :
       {differ("Etalon", there.etalon, wanted.etalon),
        differ("--backend", there.command, wanted.command),
        differ("the runtime", there.backend, wanted.backend),
        differ("cases of", there.source, wanted.source), differ("--seed", there.seed, wanted.seed),
        differ("shard", there.shard, wanted.shard),
        differ("of shards", there.shards, wanted.shards)}) {
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace

bool CampaignKey::operator==(const CampaignKey& other) const {
  return difference_between(*this, other).empty();
}

json to_json(const CampaignKey& key) {
  return {{"etalon", key.etalon}, {"command", key.command}, {"backend", key.backend},
          {"source", key.source}, {"seed", key.seed},       {"shard", key.shard},
          {"shards", key.shards}, {"date", key.date}};
}

json to_json(const FindingGroup& group) {
  json written = {{"key", group.finding.key()},  {"finding", to_json(group.finding)},
                  {"first", group.first},        {"cases", group.cases},
                  {"operators", group.subjects}, {"shrunk", group.shrunk},
                  {"folder", group.folder},      {"sentence", group.sentence},
                  {"elements", group.elements},  {"first_elements", group.first_elements},
                  {"checks", group.checks},      {"special", group.special},
                  {"cause", group.cause},        {"severity", to_string(group.severity)}};
  if (group.result) written["result"] = to_json(*group.result);
  return written;
}

FindingGroup group_from_json(const json& json) {
  FindingGroup group;
  group.finding = naming("'finding'", [&] { return finding_from_json(json.at("finding")); });
  read_field(json, "first", group.first);
  read_field(json, "cases", group.cases);
  read_field(json, "operators", group.subjects);
  read_field(json, "shrunk", group.shrunk);
  read_field(json, "folder", group.folder);
  if (!group.folder.empty()) {
    group.folder = InnerPath(group.folder, "the folder of a case").text();
  }
  read_field(json, "sentence", group.sentence);
  read_field(json, "elements", group.elements);
  read_field(json, "first_elements", group.first_elements);
  read_field(json, "checks", group.checks);
  read_field(json, "special", group.special);
  group.cause = field_or(json, "cause", std::string());
  group.severity = severity_of(group.finding, group.special);
  if (json.contains("severity")) {
    group.severity = severity_named(field<std::string>(json, "severity"));
  }
  if (json.contains("result")) {
    group.result = naming("'result'", [&] { return result_from_json(json.at("result")); });
  }
  return group;
}

CampaignState read_journal(const fs::path& folder) {
  const fs::path file = folder / journal_name;
  CampaignState state = read_whole_lines(file).first;
  if (state.key.backend.empty()) throw InvalidInput("{}: is empty", file.string());
  return state;
}

Journal::Journal(const fs::path& folder, const CampaignKey& key) : path_(folder / journal_name) {
  const std::string shown = folder.string();
  if (fs::exists(folder) && !fs::is_directory(folder)) {
    throw UsageError(fmt::format("--out {}: is not a folder", shown));
  }
  if (fs::exists(folder) && !fs::is_empty(folder) && !fs::exists(path_)) {
    throw UsageError(
        fmt::format("--out {}: is not empty, and has no campaign to go on with", shown));
  }
  fs::create_directories(folder);
  file_ = open_regular(path_, O_RDWR | O_CREAT | O_APPEND);
  if (flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    throw UsageError(fmt::format("--out {}: another process runs this campaign", shown));
  }
  auto [state, length] = read_whole_lines(path_);
  state_ = std::move(state);
  if (length == 0) {
    state_.key = key;
  } else if (const std::string other = difference_between(state_.key, key); !other.empty()) {
    throw UsageError(fmt::format("--out {}: has another campaign: {}", shown, other));
  }
  if (ftruncate(file_.get(), static_cast<off_t>(length)) != 0) {
    throw InvalidInput("{}: cannot be written: {}", path_.string(), system_message(errno));
  }
  if (length == 0) write({{"campaign", to_json(key)}});
  for (size_t i = 0; i < state_.groups.size(); ++i) {
    positions_.try_emplace(state_.groups[i].finding.key(), i);
  }
  new_from_ = state_.groups.size();
  written_cases_ = state_.cases;
}

void Journal::write(const json& line) {
  const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  const off_t before = lseek(file_.get(), 0, SEEK_END);
  try {
    write_all(file_, text, path_);
  } catch (const Error&) {
    static_cast<void>(ftruncate(file_.get(), before) == 0);  // else the next run does it
    throw;
  }
}

void Journal::add(uint64_t number, const CaseJudgement& judgement, double seconds) {
  ++state_.cases;
  state_.seconds = seconds;
  ++state_.outcomes[static_cast<size_t>(judgement.outcome)];
  if (judgement.outcome != Outcome::finding) return;
  const auto [position, is_new] =
      positions_.try_emplace(judgement.finding.key(), state_.groups.size());
  if (is_new) {
    FindingGroup group;
    group.finding = judgement.finding;
    group.severity = severity_of(group.finding, false);
    group.first = number;
    state_.groups.push_back(std::move(group));
  }
  FindingGroup& group = state_.groups[position->second];
  ++group.cases;
  ++group.subjects[judgement.finding.subject];
  ++hits_[{position->second, judgement.finding.subject}];
}

void Journal::flush() {
  if (written_cases_ == state_.cases) return;
  json added = json::array();
  for (; new_from_ < state_.groups.size(); ++new_from_) {
    const FindingGroup& group = state_.groups[new_from_];
    added.push_back({{"finding", to_json(group.finding)}, {"first", group.first}});
  }
  json hits = json::array();
  for (const auto& [place, count] : hits_) hits.push_back({place.first, place.second, count});
  hits_.clear();
  write({{"cases", state_.cases},
         {"seconds", state_.seconds},
         {"outcomes", state_.outcomes},
         {"new", added},
         {"hits", hits}});
  written_cases_ = state_.cases;
}

void Journal::settle(const FindingGroup& group) {
  flush();
  const auto same =
      std::find_if(state_.groups.begin(), state_.groups.end(),
                   [&](const FindingGroup& each) { return each.first == group.first; });
  if (same == state_.groups.end()) throw InternalError("no group begins with case {}", group.first);
  FindingGroup& known = *same;
  FindingGroup settled = group;
  settled.finding = known.finding;
  settled.cases = known.cases;
  settled.subjects = known.subjects;
  known = std::move(settled);
  write({{"settled", to_json(known)}});
}

void Journal::problem(const std::string& sentence) {
  flush();
  const auto& known = state_.problems;
  if (std::find(known.begin(), known.end(), sentence) != known.end()) return;
  state_.problems.push_back(sentence);
  write({{"problem", sentence}});
}

CampaignState merged(const std::vector<CampaignState>& parts) {
  CampaignState whole;
  whole.key = parts.at(0).key;
  std::map<std::string, FindingGroup> groups;
  std::set<size_t> shards;
  for (const CampaignState& part : parts) {
    CampaignKey key = part.key;
    key.shard = whole.key.shard;
    if (const std::string other = difference_between(key, whole.key); !other.empty()) {
      throw InvalidInput("these are different campaigns: {}", other);
    }
    if (!shards.insert(part.key.shard).second) {
      throw InvalidInput("shard {} of {} is there twice", part.key.shard, part.key.shards);
    }
    whole.key.date = std::min(whole.key.date, part.key.date);
    whole.cases += part.cases;
    whole.seconds += part.seconds;
    for (size_t i = 0; i < part.outcomes.size(); ++i) whole.outcomes[i] += part.outcomes[i];
    whole.problems.insert(whole.problems.end(), part.problems.begin(), part.problems.end());
    for (const FindingGroup& group : part.groups) {
      const auto [place, is_new] = groups.try_emplace(group.finding.key(), group);
      if (is_new) continue;
      FindingGroup& known = place->second;
      FindingGroup first = group.first < known.first ? group : known;
      const FindingGroup& other = group.first < known.first ? known : group;
      first.cases += other.cases;
      for (const auto& [subject, count] : other.subjects) first.subjects[subject] += count;
      known = std::move(first);
    }
  }
  whole.key.shard = whole.key.shards = 1;
  for (auto& [key, group] : groups) whole.groups.push_back(std::move(group));
  std::sort(whole.groups.begin(), whole.groups.end(),
            [](const FindingGroup& a, const FindingGroup& b) { return a.first < b.first; });
  return whole;
}

}  // namespace etalon
