#include "engine/numerics/paths.h"

#include <utility>

#include "engine/numerics/decisions.h"

namespace etalon {
namespace {

// Of constants: infinities and NaN have no residue.
bool identical(const ArbBall& a, const ArbBall& b) {
  if (a.special() || b.special()) {
    return a.special() && b.special() && (a.middle() == b.middle() || (a.is_nan() && b.is_nan()));
  }
  return a.residue() == b.residue();
}

}  // namespace

PathScope::PathScope() {
  if (DecisionLog* log = evaluation().decisions) log->element_begins();
}

bool PathScope::next() {
  while (!answers_.empty() && answers_.back()) answers_.pop_back();
  if (answers_.empty()) return false;
  answers_.back() = true;
  asked_ = 0;
  return true;
}

bool PathScope::answer() {
  if (evaluation().field) throw Undecided();
  return next_answer();
}

bool PathScope::next_answer() {
  constexpr size_t most_questions = 8;  // 256 ways
  PathScope* const in_force = evaluation().paths;
  if (!in_force) throw Undecided();
  std::vector<bool>& answers = in_force->answers_;
  if (in_force->asked_ == answers.size()) {
    if (answers.size() == most_questions) throw Undecided();
    answers.push_back(false);
  }
  return answers[in_force->asked_++];
}

bool PathScope::answer(const FieldQuestion& question) {
  const bool yes = next_answer();
  PathScope& paths = *evaluation().paths;
  paths.questions_.resize(paths.asked_ - 1);
  paths.questions_.push_back(question);
  return yes;
}

ArbBall selected(const FieldQuestion& question, const ArbBall& yes, const ArbBall& no) {
  if (!yes.varies() && !no.varies() && identical(yes, no)) return no;
  return ArbBall::over_field(evaluation().field->selected(question, yes.residue(), no.residue()));
}

}  // namespace etalon
