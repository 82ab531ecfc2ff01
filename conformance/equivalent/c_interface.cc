#include "conformance/equivalent/c_interface.h"

#include <cstring>
#include <new>
#include <string>

#include "conformance/common/json.h"
#include "conformance/common/usage_error.h"
#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/texts.h"
#include "conformance/equivalent/within.h"

namespace etalon::equivalent {
namespace {

using nlohmann::json;

std::string& message() {
  thread_local std::string text;
  return text;
}

// Runs `action`. An exception becomes a status and this thread's message.
template <class F>
EtalonStatus status_of(F action) {
  try {
    message().clear();
    action();
    return ETALON_OK;
  } catch (const Error& error) {
    message() = error.what();
    return static_cast<EtalonStatus>(static_cast<int>(error.kind()) + 1);
  } catch (const UsageError& error) {
    message() = error.what();
    return ETALON_INVALID_INPUT;
  } catch (const std::bad_alloc&) {
    message() = "out of memory";
    return ETALON_LIMIT_EXCEEDED;
  } catch (const std::exception& error) {
    message() = error.what();
    return ETALON_INTERNAL_ERROR;
  }
}

EquivalenceRequest request_of(const EtalonEquivalentOptions& options) {
  EquivalenceRequest request;
  if (options.cases != 0) request.drawn = options.cases;
  request.seed = options.seed;
  if (options.quick != 0) request.judging.effort = Effort::bounds;
  if (options.max_memory != 0) request.evaluation.limits.max_memory = options.max_memory;
  return request;
}

char* handed_over(const std::string& text) {
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

void compare(const Subject& before, const Subject& after, const EtalonEquivalentOptions* options,
             int* pass, char** report) {
  const EtalonEquivalentOptions given = options ? *options : EtalonEquivalentOptions{};
  const EquivalenceRequest request = request_of(given);
  json document = given.within ? within_json(within(before, after, request, rule_of(given.within)))
                               : equivalence_json(equivalence(before, after, request));
  document["schema"] = 1;
  document["etalon"] = etalon_version();
  *report = handed_over(json_text(document, 2));
  *pass = document.at("pass").get<bool>();
}

}  // namespace
}  // namespace etalon::equivalent

using etalon::SymbolicLinks;
using etalon::equivalent::Subject;

EtalonStatus etalon_equivalent(const void* before, size_t before_size, const void* after,
                               size_t after_size, const EtalonEquivalentOptions* options, int* pass,
                               char** report) {
  *report = nullptr;
  *pass = 0;
  return etalon::equivalent::status_of([&] {
    const Subject one(std::string(static_cast<const char*>(before), before_size));
    const Subject other(std::string(static_cast<const char*>(after), after_size));
    etalon::equivalent::compare(one, other, options, pass, report);
  });
}

EtalonStatus etalon_equivalent_files(const char* before, const char* after,
                                     const EtalonEquivalentOptions* options, int* pass,
                                     char** report) {
  *report = nullptr;
  *pass = 0;
  return etalon::equivalent::status_of([&] {
    const Subject one(before, SymbolicLinks::refused), other(after, SymbolicLinks::refused);
    etalon::equivalent::compare(one, other, options, pass, report);
  });
}

void etalon_free_report(char* report) { delete[] report; }

const char* etalon_equivalent_message(void) { return etalon::equivalent::message().c_str(); }
