// What becomes of a case that refuses, or that is known to fail.
#include <fmt/format.h>

#include "conformance/common/json.h"
#include "conformance/judge/trial.h"

namespace etalon {

namespace {

// Etalon's sentence about the call, which `generate --refusals` writes.
std::string stated_refusal(const Case& test) {
  const std::filesystem::path file = test.folder / "data.json";
  if (test.form != Case::Form::folder || !std::filesystem::exists(file)) return "";
  const nlohmann::json data = read_json(file);
  return naming(file.string(), [&] { return field_or<std::string>(data, "refusal", ""); });
}

}  // namespace

void Trial::expect_error() {
  if (!terms_.error || refused_ || result_.status != Status::pass) return;
  if (!answered_.empty()) {
    result_.open = answered_;
    return fail(Status::open, fmt::format("a result is permitted by {}, where Etalon refuses",
                                          fmt::join(answered_, ", ")));
  }
  if (options_.backend != nullptr && *terms_.error == to_string(ErrorKind::Unspecified)) {
    return fail(Status::open, "a result is permitted where the specification gives no value");
  }
  result_.kind = Mismatch::accepted;
  const std::string refusal = stated_refusal(test_);
  const std::string sentence = refusal.empty() ? "" : ": " + refusal;
  fail(Status::fail, fmt::format("no error, expected {}{}", *terms_.error, sentence));
}

void Trial::settle_error(const Error& error) {
  if (!terms_.error) return fail(status_of(error.kind()), error.what());
  if (to_string(error.kind()) == *terms_.error) return;
  if (error.kind() == ErrorKind::Unsupported) return fail(Status::unsupported, error.what());
  result_.kind = Mismatch::values;
  fail(Status::fail, fmt::format("expected {}, got {}: {}", *terms_.error, to_string(error.kind()),
                                 error.what()));
}

void Trial::identify() {
  try {
    if (identity_.empty()) identity_ = identity_of(test_);
  } catch (const std::exception&) {
    identity_.clear();
  }
}

const Erratum* Trial::erratum() {
  const bool excusable = result_.status == Status::fail || result_.status == Status::invalid;
  if (excusable || is_named_in_errata(test_.name)) identify();
  return erratum_of(identity_, options_.as_released);
}

void Trial::settle_known() {
  if (options_.backend != nullptr) return settle_known_of_backend();
  if (const Erratum* known = erratum()) {
    result_.erratum = known->id;
    if (excuses(*known, result_.status, differing_)) result_.status = Status::erratum;
  }
  if (!terms_.xfail) return;
  if (result_.status == Status::pass) {
    fail(Status::xpass, fmt::format("passes, although it is known to fail: {}", *terms_.xfail));
  } else if (result_.status == Status::fail) {
    fail(Status::xfail, *terms_.xfail);
  }
}

void Trial::settle_known_of_backend() {
  const Erratum* known = erratum();
  if (known == nullptr || !excuses(*known, result_.status, differing_)) return;
  if (result_.status == Status::fail && !agrees_) return;
  result_.erratum = known->id;
  result_.status = Status::erratum;
}

}  // namespace etalon
