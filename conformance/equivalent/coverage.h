// What the inputs reach of two models: sides of comparisons, also of those in operators' formulas,
// branches, counts of trips, rows of tables, lengths.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/decisions.h"
#include "engine/operators/model.h"
#include "engine/values/evaluation.h"

namespace etalon::equivalent {

class Coverage {
 public:
  // Of the nodes of both, also those inside of graphs.
  Coverage(const Model& before, const Model& after);

  // A node of either model was evaluated. Of a small one `ordinary` evaluates the formula again,
  // for its comparisons.
  void saw(const Node& node, const Values& inputs, const Values& outputs, const Ordinary& ordinary);
  // BEFORE takes these inputs.
  void saw_lengths(const Graph& graph, const Bindings& inputs);

  size_t reached() const { return reached_; }
  size_t all() const;
  // What was not reached: "Greater-13 (output 'c') true".
  std::vector<std::string> unreached() const;
  // Counts of trips by Loop: "Loop-13 'y': 0, 1, 2, 5 trips".
  std::vector<std::string> trips() const;
  // Lengths by symbol: "N = 0, 1, 2".
  std::vector<std::string> lengths() const;
  // "If-16 'cache' took one branch only"
  std::vector<std::string> one_sided() const;

  // A side of a comparison with a constant that nothing reached.
  struct Aside {
    std::string label;
    double first = 0;     // the compared number, in the first evaluation
    double constant = 0;  // that it is compared with
    bool wanted = true;   // what the comparison has to give
    int way = 0;          // it has to be greater (1), less (-1) or equal (0)
  };
  std::vector<Aside> asides() const;

 private:
  struct Seen {
    std::string label;
    std::vector<const char*> sides;  // "true", "false"; "less than min", "more than max"
    std::vector<bool> reached;       // of these, and of rows
    std::set<int64_t> trips;
    Decisions decisions = {};  // of the formula
    int looks = 0;             // at the formula, since its decisions have grown
    // Of a comparison: which operand is an initializer, and both in the first evaluation.
    std::optional<size_t> constant = {};
    std::optional<std::pair<double, double>> operands = {};
  };

  void add(const Graph& graph);
  void reach(Seen& seen, size_t side);
  void look_at_formula(Seen& seen, const Node& node, const Values& inputs, const Values& outputs,
                       const Ordinary& ordinary);

  std::map<const Node*, Seen> nodes_;
  std::map<std::string, std::set<size_t>> lengths_;
  size_t reached_ = 0;
};

}  // namespace etalon::equivalent
