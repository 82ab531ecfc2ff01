// Own cases as tests of statements: what a case exercises, read from the case as it is written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conformance/cases/open_points.h"
#include "engine/operators/operator.h"
#include "engine/values/json.h"

namespace etalon::explain {

// A case of data/cases, or the example of an open point, whose result is worked by hand, too.
struct OwnCall {
  std::string name;  // "ai.onnx/Softmax: 13 where exp overflows", "example of Softmax.overflow"
  const Schema* schema = nullptr;  // of the case's opset
  const Registration* row = nullptr;
  nlohmann::json written;  // in the form of own cases
  std::string error;       // the kind of error that is expected; empty for outputs
  std::string refusal;     // the message that the error has
  std::string point;       // of an example: the id of its point

  // True for an attribute that is given, or an input or output (by position) that is there.
  bool gives(const std::string& attribute) const;
  bool has_input(size_t position) const;
  bool has_output(size_t position) const;
  // The text of an attribute: as given, or its default.
  std::string text(const std::string& attribute) const;
  // The types of the values whose formal parameters have this type variable or type.
  std::vector<std::string> types_of(const std::string& variable) const;
  // True where the question of a point is put by the values of the case (an input is NaN, …), or
  // the case names the point. Where rank 0 is refused, the first input is asked about: another
  // may be a scalar.
  bool puts(const OpenPoint& point) const;
  // True for the example of the point, and a case that lists it as one of its "points".
  bool names(const OpenPoint& point) const;
  // True where the case shows the answer: it puts the question, and expects outputs, or an error
  // where the point's choice speaks of a refusal.
  bool meets(const OpenPoint& point) const;
};

// Those of an operator, all its versions. The result of an expected error is evaluated once.
const std::vector<OwnCall>& own_calls(const Schema& schema);

}  // namespace etalon::explain
