// Known failures: which of a run's results a file of them expects.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "conformance/judge/result.h"
#include "conformance/run/known_file.h"

namespace etalon {

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

  std::vector<KnownLine> lines_;
  std::unordered_map<std::string, std::vector<size_t>> exact_;  // name → lines
  std::vector<size_t> patterns_;                                // lines
  std::vector<size_t> matches_;                                 // line → number of all cases
  std::unordered_map<std::string, size_t> homonyms_;  // suite and name → number of all cases
};

}  // namespace etalon
