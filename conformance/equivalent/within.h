// Judging rewrites that change values on purpose, such as quantization: the error of each value,
// and where the error is introduced.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/equivalent/equivalence.h"

namespace etalon::equivalent {

// What an output has to keep to.
struct WithinRule {
  enum class Kind {
    tolerance,  // |AFTER − BEFORE| ≤ atol + rtol·|BEFORE|
    scaled,     // the largest difference, relative to the largest value
    snr,        // signal to noise in dB, at least
    cosine,     // of the angle between both, at least
  };
  Kind kind = Kind::tolerance;
  double rtol = 0, atol = 0;
  double least = 0;  // or, of scaled, most
  std::string words;
};
// "rtol=0.01,atol=0.0001", "scaled=0.001", "snr=30" or "cosine=0.999". Throws UsageError.
WithinRule rule_of(const std::string& words);

// Of a value of both models, over all inputs.
struct ValueError {
  std::string before, after;  // names
  size_t elements = 0;
  bool output = false;
  bool within = true;    // of outputs: on every input
  std::string mismatch;  // of type or shape: then nothing is measured
  double largest = 0;    // difference; infinite where one alone is not finite
  std::string where, got, expected;
  double scaled = 0;  // largest / the largest value
  double snr = 0;     // dB; infinite without noise
  double cosine = 1;
  double introduced = 0;  // noise to signal, when AFTER gets BEFORE's values before it
  bool constant = false;  // computed from initializers alone
  // Of BEFORE's elements: how many are between the greatest and half of it, between that and a
  // quarter, and so on; how many are smaller than these, and how many are 0.
  std::array<size_t, 12> halves = {};
  size_t smaller = 0, zeros = 0;
  double greatest = 0;
};

struct Within {
  WithinRule rule;
  size_t inputs = 0;
  std::vector<ValueError> values;  // outputs first, then in AFTER's order
  // The five at which most of the error comes in, most first; constants after all others.
  std::vector<size_t> entering;
  std::vector<std::string> remarks;

  bool holds() const;
};

// Draws ordinary values alone, and draws again where a model refuses them or BEFORE's outputs are
// not finite: a rewrite is measured where the model is defined. Values are matched by name. Throws
// what evaluations throw.
Within within(const Subject& before, const Subject& after, const EquivalenceRequest& request,
              const WithinRule& rule);

std::string within_text(const Within& within);
// {"rule", "pass", "inputs", "remarks", "values": [{"before", "after", "output", "within",
// "elements", "largest", "where", "got", "expected", "scaled", "snr", "cosine", "introduced",
// "constant", "greatest", "halves", "smaller", "zeros", "mismatch"}], "entering": [names]}; numbers
// that are not finite are strings.
nlohmann::json within_json(const Within& within);

}  // namespace etalon::equivalent
