#include "engine/values/evaluation.h"

namespace etalon {

Evaluation& evaluation() {
  static thread_local constinit Evaluation of_thread;
  return of_thread;
}

}  // namespace etalon
