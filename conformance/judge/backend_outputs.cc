#include "conformance/judge/backend_outputs.h"

#include "conformance/judge/refusals.h"
#include "engine/values/limits.h"

namespace etalon {

std::vector<std::string> AnsweredCall::refusals() const {
  try {
    return permitted_refusals(model, inputs, evaluation, choices);
  } catch (const std::exception&) {
    return {};
  }
}

std::vector<Answer> AnsweredCall::answers(std::string& problem) const {
  try {
    return answers_of(model, inputs, evaluation, choices);
  } catch (const Error& error) {
    problem = error.what();
  } catch (const std::bad_alloc&) {
    problem = out_of_memory();
  }
  return {};
}

}  // namespace etalon
