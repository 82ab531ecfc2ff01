// The space of an operator's calls: what of it a call has.
//
// A call has one or several points, each a level of a factor:
//   T                a type variable of the schema: the element type, or the type if not a tensor
//   axis             an attribute: absent · default (written so) · a string's value · a data type's
//                    name · of an integer or real: negative, 0, between (0 and 1), 1, greater,
//                    huge, nan · of a list: empty, length 1 …, negative, 0, greater, unequal
//   input B          an optional input: present · absent; a variadic one: how many, up to 4
//   output mask      an optional output, likewise
//   shape X          of a tensor: rank 0 … · dimension 0, dimension 1, primes · against the first
//                    input: equal, scalar, trailing, ones, wider; of a sequence: length 0 …
//   values X         what its elements have: nan, infinity, 0, -0, subnormal, extreme (the greatest
//                    or least finite number, or their neighbours), tie, negative (of integers),
//                    empty, long and non-ASCII (of strings); ordinary if none of these; equal: a
//                    float of the first input at the same place
#pragma once

#include <string>
#include <vector>

#include "engine/operators/schema.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

struct Point {
  std::string factor;
  std::string level;
  bool operator==(const Point&) const = default;
  auto operator<=>(const Point&) const = default;
};
std::string to_string(const Point& point);  // "axis: negative"

// The points of a call, each once. The inputs are by position; those past the last are absent.
std::vector<Point> points_of(const Schema& schema, const onnx::NodeProto& node,
                             const Values& inputs);

// The classes of the elements of a tensor: the levels of "values X".
std::vector<std::string> classes_of(const Tensor& tensor);

// True if `part` broadcasts to `whole`.
bool broadcasts(const Shape& part, const Shape& whole);

}  // namespace etalon
