// How accurate runtimes are: data/accuracy.json, which scripts/accuracy writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/operators/schema.h"

namespace etalon::explain {

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

}  // namespace etalon::explain
