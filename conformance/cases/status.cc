#include "conformance/cases/status.h"

#include <algorithm>
#include <array>

namespace etalon {

namespace {

constexpr std::array<std::string_view, status_count> status_names = {
    "pass",    "fail",    "unsupported", "invalid", "error", "crash",
    "timeout", "erratum", "statistical", "open",    "xfail", "xpass"};

}  // namespace

std::string_view to_string(Status status) { return status_names[static_cast<size_t>(status)]; }

bool as_expected(Status status) {
  return status == Status::pass || status == Status::statistical || status == Status::open ||
         status == Status::erratum || status == Status::xfail;
}

Status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Unsupported:
      return Status::unsupported;
    case ErrorKind::InternalError:
      return Status::error;
    default:
      return Status::invalid;
  }
}

Status status_named(std::string_view name) {
  const auto found = std::find(status_names.begin(), status_names.end(), name);
  if (found == status_names.end()) throw InvalidInput("there is no status \"{}\"", name);
  return static_cast<Status>(found - status_names.begin());
}

}  // namespace etalon
