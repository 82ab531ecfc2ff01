// The kinds of failure, and the exceptions that carry them.
//
// An operator throws only a sentence ("axis 5 is outside [-2, 1]"). The interpreter puts the
// operator, its version and the node's name in front ("Softmax-13 'probs': axis 5 is …").
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace etalon {

enum class ErrorKind {
  InvalidModel,   // the file breaks the format, or a node breaks its operator's schema
  InvalidInput,   // the specification calls these inputs an error
  Unspecified,    // the specification is silent or contradicts itself
  Unsupported,    // Etalon does not implement this
  LimitExceeded,  // the memory, step, depth or time budget is exceeded
  InternalError,  // a defect in Etalon
};

std::string_view to_string(ErrorKind kind);

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& sentence);
  ErrorKind kind() const { return kind_; }
  // The sentence with its place in front.
  const char* what() const noexcept override { return message_.c_str(); }
  // Puts `place` in front. Only the first (innermost) place is used; later ones are ignored.
  void locate(std::string_view place);
  // The name of the open point that this error is about, without the operator's name: "index"; ""
  // if there is none. Only the first call returns it.
  std::string_view take_point() { return std::exchange(point_, {}); }

 protected:
  std::string_view point_;

 private:
  ErrorKind kind_;
  bool located_ = false;
  std::string message_;
};

// InvalidInput("axis {} is outside …", axis), and so on for each kind.
template <ErrorKind Kind>
class ErrorOf : public Error {
 public:
  template <class... Args>
  explicit ErrorOf(fmt::format_string<Args...> sentence, Args&&... args)
      : Error(Kind, fmt::format(sentence, std::forward<Args>(args)...)) {}
  // throw InvalidInput(…).at("index"): the error is about this open point. What data/open_points
  // says of the point then applies, for example that a refusal is permitted
  // (conformance/judge/refusals.h).
  ErrorOf at(std::string_view point) {
    point_ = point;
    return *this;
  }
};

// Thrown where a result depends on digits that the numbers of an evaluation do not hold; no
// failure.
struct Undecided {};

using InvalidModel = ErrorOf<ErrorKind::InvalidModel>;
using InvalidInput = ErrorOf<ErrorKind::InvalidInput>;
using Unspecified = ErrorOf<ErrorKind::Unspecified>;
using Unsupported = ErrorOf<ErrorKind::Unsupported>;
using LimitExceeded = ErrorOf<ErrorKind::LimitExceeded>;
using InternalError = ErrorOf<ErrorKind::InternalError>;

}  // namespace etalon
