// What was measured of other runtimes: how accurate they are, and which cases they pass.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/operators/schema.h"

namespace etalon::explain {

// Of data/accuracy.json, which scripts/accuracy writes.
struct RuntimeAccuracy {
  std::string runtime;  // "ONNX Runtime 1.31.1"
  int64_t results = 0;  // 0 where it does not have the operator for the type
  int64_t misrounded = 0;
  double ulp = 0.5;  // the largest error; infinite where a number and NaN stand for each other
};

struct Accuracy {
  std::string of;  // "Gelu(tanh)": the operator, and the variant
  std::string type;
  int64_t results = 0;
  std::vector<RuntimeAccuracy> runtimes;
};

// What was measured of this version. The file is read once. Throws InvalidInput.
std::vector<const Accuracy*> accuracy_of(const Schema& schema);

// Who judged: "MPFR 4.2.2 (gmpy2 2.3.2)".
const std::string& accuracy_judge();

// "3.49", "0.5", "> 0.5" where rounding alone hides the rest, "NaN"; "–" without results.
std::string ulp_text(const RuntimeAccuracy& accuracy);
// The share that is not correctly rounded: "5.4 %", "0".
std::string share_text(const RuntimeAccuracy& accuracy);

// What other runtimes pass: data/verdicts.json, which scripts/backends/verdicts writes.
//
//   {"schema": 1, "date": "2026-11-22", "runtimes": {"onnxruntime": "1.31.1"},
//    "releases": ["1.22.0", "own"],
//    "operators": {"Conv-11": {"onnxruntime": {"pass": 12, "fail": 1,
//       "cases": [["1.22.0/node/test_x", "fail", "message"]]}}}}
//
// Counted are cases whose model has this operator alone, apart from Constant; `cases` lists those
// that are neither passed nor unsupported.

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
