// What other runtimes pass: data/verdicts.json, which scripts/backends/verdicts writes.
//
//   {"schema": 1, "date": "2026-11-22", "runtimes": {"onnxruntime": "1.31.1"},
//    "releases": ["1.22.0", "own"],
//    "operators": {"Conv-11": {"onnxruntime": {"pass": 12, "fail": 1,
//       "cases": [["1.22.0/node/test_x", "fail", "message"]]}}}}
//
// Counted are cases whose model has this operator alone, apart from Constant; `cases` lists those
// that are neither passed nor unsupported.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace etalon::explain {

struct FailedCase {
  std::string name;
  std::string status;
  std::string message;
};

struct Verdict {
  std::map<std::string, int> counts;  // by status
  std::vector<FailedCase> cases;
};

struct Verdicts {
  std::string date;
  std::map<std::string, std::string> runtimes;  // "onnxruntime" → "1.31.1"
  std::vector<std::string> releases;
  // "Conv-11" → runtime → verdict.
  std::map<std::string, std::map<std::string, Verdict>> operators;
};

// Those of the data folder; empty when there are none. Read once. Throws InvalidInput.
const Verdicts& verdicts();

// "12 pass, 1 fail".
std::string counts_text(const Verdict& verdict);

}  // namespace etalon::explain
