// The part of the space of operators' calls that a corpus covers.
//
// The space of an operator version is what some hundreds of drafts of its rule have: points
// (space.h), and pairs of points of different factors. It is the same on every machine. A corpus
// covers what the calls in it have: the nodes of its cases whose inputs are known, as inputs,
// initializers or constants of the graph. Cases that expect an error do not count.
//
// Beside that, the sides that these calls take of the formula's comparisons (decisions.h): less,
// equal or greater, of each comparison that one of them makes.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/generate/decisions.h"
#include "conformance/generate/space.h"

namespace etalon {

inline constexpr int space_draws = 300;

struct Share {
  size_t covered = 0;
  size_t all = 0;
  Share& operator+=(const Share& other);
};

// The space of one version, and what of it is covered.
class Space {
 public:
  explicit Space(const Schema& schema, int draws = space_draws);

  // Covers the points of a call. Returns how many pairs of the space were not covered before.
  size_t cover(const std::vector<Point>& points);

  size_t calls() const { return calls_; }
  Share points() const;
  Share pairs() const;
  // The points that no call has, sorted.
  std::vector<Point> missing() const;

 private:
  std::vector<size_t> known(const std::vector<Point>& points) const;

  std::map<Point, size_t> places_;
  std::vector<bool> covered_;
  std::vector<char> pairs_;  // by the places of both: 0 not in the space, 1 in it, 2 covered
  size_t calls_ = 0;
};

class Coverage {
 public:
  // The versions in force of the operators that have a rule; of these ("Softmax", "Softmax-13"), if
  // there are any. Throws UsageError for a name that no operator with a rule has.
  explicit Coverage(const std::vector<std::string>& operators);

  // The calls of a case. Cases that cannot be read count as unread.
  void add(const Case& test);
  void add(const Schema& schema, const onnx::NodeProto& node, const Values& inputs);

  size_t cases() const { return cases_; }
  size_t unread() const { return unread_; }

  // One line for each version, then the families, then all.
  std::string text() const;
  nlohmann::json json() const;

 private:
  struct Row {
    const Schema* schema;
    std::string family;  // "ai.onnx/math"
    Space space;
    Decisions decisions = {};
    Share sides() const;
  };
  struct Totals;
  std::map<std::string, Totals> families() const;

  std::vector<Row> rows_;
  std::map<const Schema*, size_t> places_;
  size_t cases_ = 0;
  size_t unread_ = 0;
};

}  // namespace etalon
