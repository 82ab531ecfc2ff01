// What a proof over a finite field shows of two models (proof.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace etalon::equivalent {

// Two values that should be the same function.
struct ProvedValue {
  std::string before, after;  // names
  bool proved = false;
  std::string why;  // not
};

// A constant of AFTER with digits that BEFORE's exact result does not have.
struct RoundedConstant {
  std::string name;   // AFTER's
  std::string exact;  // what it stands for: "'W' · a factor of each channel"
  size_t elements = 0;
  size_t off = 0;           // elements that are not the exact ones rounded once
  double greatest_ulp = 0;  // their greatest distance from these, in ULP
  size_t far = 0;           // elements that are further off than a few roundings take them
  std::string at;           // the place of that
};

struct Proof {
  std::vector<ProvedValue> outputs;
  // If not all are proved: pairs of values inside that were compared one by one, each with BEFORE's
  // values before it, and those of them that are not proved.
  size_t pairs = 0;
  std::vector<ProvedValue> pieces;
  std::vector<RoundedConstant> constants;
  // Nodes of whose function nothing is known but that it is the same in both models.
  std::vector<std::string> unknown;
  std::vector<std::string> fixed;   // inputs that are not floats, and keep their values
  std::vector<std::string> shapes;  // of each set: "x [2, 3], y [3]"
  size_t seeds = 0;
  double degree = 0;    // of the functions, at most
  std::string problem;  // why nothing is proved

  bool whole() const;
  // All but for constants that are the exact ones but for some roundings.
  bool but_for_rounding() const;
};

}  // namespace etalon::equivalent
