// The verdict on an answer of a runtime: one scale, one sentence and one JSON form for all
// commands, reports and pages.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// Of an element, from the best to the worst; of an output, that of its worst element; of a run,
// that of its worst output.
enum class Grade {
  same,      // the same bits, or both NaN, or zeros
  rounding,  // no further off than sampled evaluations in the declared types
  open,      // permitted where the specification leaves a choice
  unknown,   // nothing is known of rounding here: the tolerance decides
  unlikely,  // further off than sampled evaluations, but not than the bound
  wrong,     // further off than the bound; another type, shape, integer or string; a lost NaN
};
// "same", …: stable names.
std::string_view to_string(Grade grade);
// Of these names, and of those that reports had before: "within" (rounding), "beyond" (wrong).
// Throws InvalidInput for another word.
Grade grade_named(const std::string& word);

struct Verdict {
  Grade grade = Grade::same;
  // The worst element: its place ("[2, 0]", "item 3 [1]"), the runtime's and Etalon's value; empty
  // where no element differs or the structure does.
  std::string where = {}, got = {}, expected = {};
  std::vector<std::string> points = {};  // open: the ids of the points that permit elements
  // The greatest distances, of any element.
  double absolute = 0;
  double relative = 0;  // |got − expected| / |expected|
  uint64_t ulp = 0;
  double scaled = 0;       // |got − expected| / the largest expected magnitude
  double times = 0;        // |got − expected| / the largest error of the sampled evaluations
  double share = 0;        // |got − expected| / the bound
  size_t evaluations = 0;  // that were sampled; 0: none are known
  size_t zeros = 0;        // zeros of the other sign, where the formula decides the sign
  bool outside = false;    // an element that is not open is outside the tolerance
  std::vector<std::string> arithmetic = {};  // names of what the runtime declares
  // unlikely, wrong: the name of the arithmetic under which it would be `rounding`; "" where there
  // is none, or it is not looked for.
  std::string explained_by = {};
  // unknown: why nothing is known of rounding, "no bound for TopK-11 'best'"; wrong: what is wrong,
  // where it is not the distance.
  std::string reason = {};

  // Joins distances, zeros and points of both; the rest comes from the worse verdict.
  void add(const Verdict& other);
};

// True if the verdict alone makes the output fail (--rule verdict).
bool fails(const Verdict& verdict);

// The wording is in verdict_words.cc alone.

// The grade, and what the runtime declares of its arithmetic.
std::string words_of(const Verdict& verdict);
// The verdict as the rest of a sentence, with the place and values of the worst element.
std::string to_string(const Verdict& verdict);
// How far off the worst element is by samples and bound, or why nothing is known.
std::string amounts_text(const Verdict& verdict);
// A number of times, which has no digits where sampled evaluations are exact or nearly so.
std::string times_text(double times);

// {"verdict", "where", "got", "expected", "points", "absolute", "relative", "ulp", "scaled",
// "times", "evaluations", "share", "zeros", "outside", "reason", "arithmetic", "explained_by"}.
nlohmann::json to_json(const Verdict& verdict);
// Also of the form that reports had before: {"verdict", "share", "times", "evaluations", "reason"}.
// Throws InvalidInput, or an exception of the JSON library, unless `json` is a verdict.
Verdict verdict_from_json(const nlohmann::json& json);

}  // namespace etalon
