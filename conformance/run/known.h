// Known failures: the results of a run that a file expects to fail.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "conformance/judge/result.h"
#include "conformance/run/known_file.h"

namespace etalon {

// Lines whose names are patterns, found by the letters that a name must begin or end with.
class PatternIndex {
 public:
  void add(const std::string& pattern, size_t line);
  // Calls visit(line) for each pattern that may match the name.
  template <class Visit>
  void each_candidate(const std::string& name, Visit visit) const {
    for (const auto& [length, lines] : by_beginning_) {
      if (length <= name.size()) visit_all(lines, name.substr(0, length), visit);
    }
    for (const auto& [length, lines] : by_end_) {
      if (length <= name.size()) visit_all(lines, name.substr(name.size() - length), visit);
    }
  }

 private:
  // By the length of these letters, then by the letters.
  using Lines = std::map<size_t, std::unordered_map<std::string, std::vector<size_t>>>;
  template <class Visit>
  static void visit_all(const Lines::mapped_type& lines, const std::string& letters, Visit visit) {
    const auto found = lines.find(letters);
    if (found == lines.end()) return;
    for (const size_t line : found->second) visit(line);
  }

  Lines by_beginning_, by_end_;
};

class KnownFailures {
 public:
  // `all` are the cases of the run before a part of them was selected.
  KnownFailures(std::vector<KnownLine> lines, const std::vector<Case>& all);

  const std::vector<KnownLine>& lines() const { return lines_; }
  // The lines that name a case: their places in lines(), in order.
  std::vector<size_t> lines_of(const CaseResult& result) const;
  // True for a failure that a line expects.
  bool expects(const CaseResult& result) const;
  // A sentence for each line that matches none of all cases: "known.txt:7: test_abs matches no
  // case".
  std::vector<std::string> stale(const std::string& file) const;

  // Expected failures become xfail. Passes become xpass where all cases of a line have run and none
  // of them fails; a pattern is thus kept until all of its cases pass.
  void settle(std::vector<CaseResult>& results) const;

  struct Change {
    size_t added = 0;
    size_t changed = 0;  // another status
    size_t removed = 0;
  };
  // Adds a line at the end for each unexpected failure whose status is not allowed, or gives the
  // case's own line its status; removes lines of which all cases have run and pass. To be called
  // with results that are not settled.
  Change update(const std::vector<CaseResult>& results, const std::set<Status>& allowed);

 private:
  std::vector<bool> fixed_lines(const std::vector<CaseResult>& results) const;
  void settle_failure(CaseResult& result) const;
  void index();
  bool record(const CaseResult& failure);
  template <class IsGone>
  size_t remove_lines(IsGone is_gone);

  std::vector<KnownLine> lines_;
  std::unordered_map<std::string, std::vector<size_t>> exact_;  // name → lines
  PatternIndex patterns_;
  std::vector<size_t> matches_;                       // line → number of all cases
  std::unordered_map<std::string, size_t> homonyms_;  // suite and name → number of all cases
};

// Updates `known` by the results of a whole run, and writes its lines to the file that the path
// leads to, unless nothing changes.
KnownFailures::Change update_known(const std::filesystem::path& file, KnownFailures& known,
                                   const std::vector<CaseResult>& results,
                                   const std::set<Status>& allowed);

}  // namespace etalon
