// What the inputs reach of two models: sides of comparisons, branches, counts of trips, rows of
// tables.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/operators/model.h"

namespace etalon::equivalent {

class Coverage {
 public:
  // Of the nodes of both, also those inside of graphs.
  Coverage(const Model& before, const Model& after);

  // A node of either model was evaluated.
  void saw(const Node& node, const Values& inputs, const Values& outputs);

  size_t reached() const { return reached_; }
  size_t all() const;
  // What was not reached: "Greater-13 (output 'c') true".
  std::vector<std::string> unreached() const;
  // Counts of trips by Loop: "Loop-13 'y': 0, 1, 2, 5 trips".
  std::vector<std::string> trips() const;

 private:
  struct Seen {
    std::string label;
    std::vector<const char*> sides;  // "true", "false"; "less than min", "more than max"
    std::vector<bool> reached;       // of these, and of rows
    std::set<int64_t> trips;
  };

  void add(const Graph& graph);
  void reach(Seen& seen, size_t side);

  std::map<const Node*, Seen> nodes_;
  size_t reached_ = 0;
};

}  // namespace etalon::equivalent
