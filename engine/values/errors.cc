#include "engine/values/errors.h"

namespace etalon {

std::string_view to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::InvalidModel:
      return "InvalidModel";
    case ErrorKind::InvalidInput:
      return "InvalidInput";
    case ErrorKind::Unspecified:
      return "Unspecified";
    case ErrorKind::Unsupported:
      return "Unsupported";
    case ErrorKind::LimitExceeded:
      return "LimitExceeded";
    case ErrorKind::InternalError:
      return "InternalError";
  }
  return "InternalError";
}

Error::Error(ErrorKind kind, const std::string& sentence)
    : std::runtime_error(sentence), kind_(kind), message_(sentence) {}

void Error::locate(std::string_view place) {
  if (located_) return;
  located_ = true;
  message_ = fmt::format("{}: {}", place, message_);
}

}  // namespace etalon
