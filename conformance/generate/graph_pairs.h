// Pairs of models that are the same function.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/generate/case_files.h"
#include "conformance/generate/draw.h"

namespace etalon {

struct GraphPair {
  std::string kind;  // "body", "upgrade" or "folding"
  std::string of;    // what was changed: "Mish-18 in a graph", "opset 13 to 21", "3 nodes folded"
  std::string before;
  std::string after;        // models, serialized
  CaseFiles::Set set;       // the inputs, and the outputs of `before`
  bool same_digits = true;  // the outputs of `after` are these, bit for bit
};

// The kinds of pairs, joined by ", ".
//   body      an operator, and the function body that the specification publishes for it: alone, in
//             a graph, in the branch of an If, in a function
//   upgrade   a graph, and the same in a newer opset, in which every operator means the same
//   folding   a graph, and the same where nodes with constant inputs are replaced by their results
constexpr const char* pair_kinds = "body, upgrade, folding";

// Draws a pair; of any kind, if `kind` is empty. The outputs of `before` are proved, and decided.
// Where a body rounds in the middle, digits may differ; the two other kinds have the same digits.
// Throws UsageError for an unknown kind; InvalidInput when many draws in a row are refused.
GraphPair draw_pair(Draw& draw, const std::string& kind, const Options& evaluation = {});

// Writes before.onnx, after.onnx, test_data_set_0/input_I.pb and output_I.pb, and pair.json: an
// object with kind, of, and digits ("same" or "differ").
void write_pair(const std::filesystem::path& folder, const GraphPair& pair);

}  // namespace etalon
