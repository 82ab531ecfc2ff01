#include "conformance/equivalent/fail_on.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/common/usage_error.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

const std::vector<std::string>& known_words() {
  static const std::vector<std::string> words = {
      "different", "not-shown", "open", "equal-up-to-rounding", "exactly-equal", "special"};
  return words;
}

bool output_fails(const OutputVerdict& output, const FailOn& fail_on) {
  const bool all = !output.special_only() || fail_on.contains("special");
  return fail_on.contains(key_of(all ? output.judged : output.usual));
}

// Not judged for want of time or memory.
bool is_late(const Judged& judged) {
  return judged.verdict.grade == Grade::unknown && !judged.limited.empty();
}

}  // namespace

FailOn usual_failures() { return {"different", "not_shown", "special"}; }

FailOn fail_on(const std::vector<std::string>& words) {
  FailOn keys;
  for (std::string word : words) {
    if (std::find(known_words().begin(), known_words().end(), word) == known_words().end()) {
      throw UsageError(fmt::format("--fail-on {}: a verdict is one of {}", printable(word),
                                   fmt::join(known_words(), ", ")));
    }
    std::replace(word.begin(), word.end(), '-', '_');
    keys.insert(word);
  }
  return keys;
}

std::vector<std::pair<std::string, std::string>> failures(const Equivalence& all,
                                                          const FailOn& fail_on) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [what, findings] :
       {std::pair("interface", &all.interface), std::pair("initializers", &all.initializers)}) {
    for (const Finding& finding : *findings) {
      const Judged judged = judged_as(finding.grade, finding.what);
      if (fail_on.contains(key_of(judged))) found.emplace_back(what, finding.what);
    }
  }
  const bool is_proved = all.proof && all.proof->but_for_rounding();
  const bool is_proof = all.inputs == 0 && all.proof && all.stopped.empty();
  if (is_proof && !all.proof->but_for_rounding()) {
    found.emplace_back("proof", all.proof->problem.empty() ? "not proved" : all.proof->problem);
  }
  for (const OutputVerdict& output : all.outputs) {
    // Where nothing is known of rounding, a proof is enough.
    if (is_proved && output.judged.verdict.grade == Grade::unknown) continue;
    const bool in_time = all.stopped.empty() || (all.inputs != 0 && !is_late(output.judged));
    if (!in_time || !output_fails(output, fail_on)) continue;
    const std::string on = output.input.empty() ? "" : ", on " + output.input;
    found.emplace_back("output " + in_quotes(output.before), sentence(output.judged) + on);
  }
  return found;
}

}  // namespace etalon::equivalent
