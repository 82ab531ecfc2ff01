#include "engine/numerics/paths.h"

#include <utility>

#include "engine/numerics/decisions.h"

namespace etalon {

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

}  // namespace etalon
