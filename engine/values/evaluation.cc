#include "engine/values/evaluation.h"

namespace etalon {

Evaluation& evaluation() {
  static thread_local constinit Evaluation of_thread;
  return of_thread;
}

void Evaluation::lose_errors() {
  ++lost_errors;
  if (field) throw Undecided();
}

}  // namespace etalon
