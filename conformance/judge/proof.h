// Which digits of an evaluation are proved.
//
// A float result is proved if it is the exact value of its operator's formula, for the values of
// its inputs, rounded once; where the specification rounds in the middle, each step once. Balls
// that hold the exact value decide that (engine/numerics/carriers.h). Operators that only move or
// compare values are exact.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/interpreter/substitute.h"
#include "engine/values/evaluation.h"

namespace etalon {

struct Proof {
  uint64_t proved = 0;       // float results that are outputs of the model
  uint64_t undecided = 0;    // results of nodes, at the greatest precision
  uint64_t statistical = 0;  // random numbers
  // By operator ("Gradient-1"): results of operators whose formulas are not evaluated over balls.
  std::map<std::string, uint64_t> unproved;
  std::string first_undecided;  // "element [0, 3] of output 'y' of Elu-22"; empty if there is none

  bool whole() const { return undecided == 0 && unproved.empty(); }
  Proof& operator+=(const Proof& other);
};

// While it lives, proofs are wanted of evaluations on this thread, and what is not proved is
// counted. The results of each evaluation are then added to a proof.
class ProofScope {
 public:
  explicit ProofScope(Proof& proof);
  // The outputs of a model: each is proved unless a node's result is not.
  void add(const Values& outputs);

 private:
  Proof& proof_;
  Proof found_;
  Setting<bool> wanted_{&Evaluation::proofs, true};
  SubstituteScope scope_;
};

// "17,320 float results proved, 0 undecided", "… 2 undecided (element [3] of output 'y' of
// Elu-22)", "…; 12 not proved: Gradient-1 (12)".
std::string to_string(const Proof& proof);

nlohmann::json to_json(const Proof& proof);
// Throws an exception of the JSON library for another form.
Proof proof_from_json(const nlohmann::json& json);

}  // namespace etalon
