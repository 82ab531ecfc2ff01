// What a campaign has found so far: groups of findings, and the file that it goes on from.
//
// OUT/journal.jsonl has a line of JSON for each step: at first what the campaign is (CampaignKey),
// then what became of the next cases in order, and the minimal cases of groups. A line is added by
// one write, so whatever ends the process, the file is what was known at one moment; an unfinished
// last line is cut off. Folders of cases are complete when a line names them.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/campaign/cause.h"
#include "conformance/campaign/finding.h"
#include "conformance/reports/summary.h"
#include "engine/loader/file.h"

namespace etalon {

// What identifies a campaign: it continues only if all of this is equal.
struct CampaignKey {
  std::string etalon;   // Etalon's version
  std::string command;  // of the backend
  std::string backend;  // its name and version
  std::string source;   // of the cases: "Conv-11, Softmax"
  uint32_t seed = 0;
  size_t shard = 1;  // of `shards`: the cases whose number, from 1, is this one modulo them
  size_t shards = 1;
  std::string date;  // when it began; another date is the same campaign

  bool operator==(const CampaignKey& other) const;
};

// Findings with one key. The first case, by number, stands for them. Groups whose minimal cases
// have one cause are one in reports (ranking.h).
struct FindingGroup {
  Finding finding;  // of the first case
  uint64_t first = 0;
  uint64_t cases = 0;                        // how many there are
  std::map<std::string, uint64_t> subjects;  // how many of each operator version
  // The minimal case, once it is known.
  bool shrunk = false;
  std::string folder;         // an InnerPath of OUT/cases; empty where there is none
  std::string sentence;       // its own
  size_t elements = 0;        // of its inputs
  bool special = false;       // these hold special numbers (has_special_numbers)
  size_t first_elements = 0;  // of the first case's
  size_t checks = 0;          // calls of the backend
  std::string cause;          // cause_of() the minimal case; empty where there is none
  Severity severity = Severity::wrong;
  std::optional<CaseResult> result;
};

struct CampaignState {
  CampaignKey key;
  uint64_t cases = 0;  // the first so many of the shard's are done
  std::array<uint64_t, outcome_count> outcomes{};
  double seconds = 0;
  std::vector<FindingGroup> groups;   // in the order of their first cases
  std::vector<std::string> problems;  // of the campaign itself

  uint64_t count(Outcome outcome) const { return outcomes[static_cast<size_t>(outcome)]; }
};

nlohmann::json to_json(const CampaignKey& key);
nlohmann::json to_json(const FindingGroup& group);
// Throws InvalidInput, or an exception of the JSON library, for another form.
FindingGroup group_from_json(const nlohmann::json& json);

// Reads the journal of a folder. Throws InvalidInput, naming the file, if it is not a journal.
CampaignState read_journal(const std::filesystem::path& folder);
inline constexpr const char* journal_name = "journal.jsonl";

class Journal {
 public:
  // Makes the folder, or goes on in it. Throws UsageError where the folder has another campaign, or
  // has other files and no campaign; InvalidInput where it cannot be written or another process
  // writes to it.
  Journal(const std::filesystem::path& folder, const CampaignKey& key);

  const CampaignState& state() const { return state_; }
  // The case of the shard after those that are done.
  void add(uint64_t number, const CaseJudgement& judgement, double seconds);
  // The group that has the same first case, with its minimal case.
  void settle(const FindingGroup& group);
  void problem(const std::string& sentence);
  // Writes what is not written yet.
  void flush();

 private:
  // Adds the line whole or not at all. Throws InvalidInput naming the file.
  void write(const nlohmann::json& line);

  std::filesystem::path path_;
  FileDescriptor file_;
  CampaignState state_;
  std::map<std::string, size_t> positions_;  // of groups, by key
  size_t new_from_ = 0;                      // groups from here on are not in the file yet
  std::map<std::pair<size_t, std::string>, uint64_t> hits_;  // by group and subject, not written
  uint64_t written_cases_ = 0;
};

// The campaigns of shards as one. Throws InvalidInput for parts of different campaigns and for a
// shard that is there twice.
CampaignState merged(const std::vector<CampaignState>& parts);

}  // namespace etalon
