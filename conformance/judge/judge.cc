#include "conformance/judge/judge.h"

#include "conformance/judge/trial.h"

namespace etalon {

CaseResult judge(const Case& test, const JudgeOptions& options) {
  return Trial(test, options).run();
}

bool is_for_backends(const Case& test) {
  if (test.form != Case::Form::own) return true;
  if (test.function) return false;
  const CaseTerms says = terms(test);
  return !says.error || *says.error == to_string(ErrorKind::InvalidModel) ||
         *says.error == to_string(ErrorKind::InvalidInput);
}

}  // namespace etalon
