// Expressions of MDF models: a small part of Python's, read by a parser of our own and walked as a
// tree; no text is ever handed to a general evaluator.
//
//   a if c else b   or   and   not   < <= > >= == !=   + -   * / // % @   unary + -   **
//   x[i]   x[i, j]   x[a:b:c, i]   d['key']   [a, b]   (a)   {}   1   2.5e-3   'text'   True False
//   abs(x)   max(a, b)   min(list)   len(x)   math.f(x)   numpy.f(x)   math.pi
//   names of the node's ports, parameters and functions
//
// binding as in Python, from loosest to tightest; comparisons may be chained.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/mdf/value.h"

namespace etalon::mdf {

enum class Operation {
  constant,  // `value`
  name,      // `name`
  list,      // [parts…]
  choice,    // parts[0] if parts[1] else parts[2]
  either,    // parts[0] or parts[1]
  both,      // parts[0] and parts[1]
  opposite,  // not parts[0]
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  matmul,
  power,
  negate,
  subscript,  // parts[0][parts[1], parts[2], …]
  slice,      // parts[0]:parts[1]:parts[2] in a subscript; what is left out is the constant none
  call,       // `name`(parts…), such as "numpy.exp" or "max"
};

struct Expression {
  Operation operation = Operation::constant;
  Value value;
  std::string name;
  std::vector<Expression> parts;
};

inline constexpr size_t max_expression_length = 20'000;  // bytes
inline constexpr size_t max_expression_nesting = 100;    // brackets and prefixes within each other
inline constexpr size_t max_expression_depth = 1'000;    // of the tree, long sums included

// Throws InvalidModel, quoting the text, for what is not of the grammar.
Expression parse_expression(std::string_view text);

// A model's string: the id that it is equal to; else a number ("-1.5", "NaN", "-Infinity"); else an
// expression.
Expression read_text(std::string_view text, const std::function<bool(std::string_view)>& is_id);

// "constant", "math", "numpy" and the names of Python's functions: as a whole string that is not an
// id, such a word stands for itself.
bool is_word_of_the_language(std::string_view text);

// Every name that the expression mentions.
std::set<std::string> names_in(const Expression& expression);

// The value of a name, or nullptr when it has none yet.
using Scope = std::function<const Value*(const std::string&)>;
// Throws InvalidInput for a name without a value and for values that an operation does not take.
Value evaluate(const Expression& expression, const Scope& scope);

}  // namespace etalon::mdf
