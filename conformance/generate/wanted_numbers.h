// The numbers that the nodes of a model accept for a value: an index within the axis, a positive
// number for a logarithm; also through arithmetic in between.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/generate/elements.h"
#include "engine/operators/model.h"

namespace etalon {

using Dimensions = std::map<std::string, int64_t, std::less<>>;  // symbol → length

// Numbers that a node accepts.
struct Wanted : Range {
  std::string_view as = {};    // what the node takes them for: "indices"
  const Node* node = nullptr;  // of the model
};

class WantedNumbers {
 public:
  // `inputs` are the shapes of the graph's inputs, `lengths` those of the symbols in declared
  // types.
  WantedNumbers(const Model& model, std::map<std::string, Shape> inputs,
                const Dimensions& lengths = {});

  // The numbers that all nodes which read the value accept, as far as that is known from
  // initializers and shapes, and one of these nodes; nothing if any will do.
  std::optional<Wanted> of(const std::string& name) { return wanted(name, 0); }
  // The numbers of an image: 0 … 255, or 0 … 1, where the value is first of all scaled by such
  // constants; nothing if it is not.
  std::optional<Wanted> of_image(const std::string& name, int depth = 0);
  // The first node of the model that reads the value; nullptr if none does.
  const Node* reader(const std::string& name) const;

 private:
  using Use = std::pair<const Node*, size_t>;

  void collect(const Graph& graph, const Dimensions& lengths);
  std::optional<Wanted> wanted(const std::string& name, int depth);
  std::optional<Wanted> wanted_at(const Node& node, size_t input, int depth);
  // The numbers for which the node is defined, whatever becomes of its results.
  std::optional<Wanted> wanted_alone(const Node& node, size_t input);
  std::optional<Range> wanted_by_arithmetic(const Node& node, size_t input, const Range& result);
  std::optional<Range> wanted_as_index(const Node& node, size_t input);
  std::optional<Range> wanted_as_count(const Node& node, size_t input);
  // The least and greatest number of a constant; nothing for other values.
  std::optional<Range> constant(const std::string& name, int depth = 0);
  std::optional<Shape> shape(const std::string& name, int depth = 0);
  std::optional<Shape> shape_of_result(const Node& node, int depth);
  std::optional<Range> within_axis(const std::string& data, int64_t axis);

  const Model& model_;
  std::map<std::string, Shape> shapes_;
  std::map<std::string, std::vector<Use>, std::less<>> uses_;
  std::map<std::string, const Node*, std::less<>> makers_;
  std::map<std::string, const Value*, std::less<>> initializers_;
  std::map<std::string, std::optional<Wanted>> known_;
};

}  // namespace etalon
