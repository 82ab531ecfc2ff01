// Random graphs: models of several nodes that type-check, with expected outputs.
#pragma once

#include <cstddef>
#include <string>

#include "conformance/generate/case_files.h"
#include "conformance/generate/draw.h"
#include "conformance/generate/graph_draft.h"

namespace etalon {

struct GraphChoice {
  size_t least_nodes = 2;
  size_t most_nodes = 30;
  std::string pattern = {};  // one that the graph contains; empty: any
  int opset = 0;             // 0: the newest
};

// The oldest opset that graphs are drawn for.
constexpr int oldest_graph_opset = 13;

// True for errors that mean that another draw may be usable.
bool asks_for_another_draw(const Error& error);

// Throws UsageError for a pattern that is unknown, an opset that is too old or unknown, and numbers
// of nodes that no graph has.
void check_graph_choice(const GraphChoice& choice);

// A graph with inputs, shared values, dead ends, initializers, constants that can be folded, bodies
// and patterns; some of its outputs have readers, too. The model's doc_string names its patterns.
// Every digit is proved, nothing is NaN, and nothing is open. Throws InvalidInput, with the last
// refusal, when many draws in a row are refused.
CaseFiles draw_graph_case(Draw& draw, const GraphChoice& choice, const Options& evaluation = {});

// The same before its outputs are chosen: to make two models of one graph. `patterns` gets their
// names.
void grow_graph(GraphDraft& g, const GraphChoice& choice, std::string& patterns);
// Outputs for it: every value that nothing reads, but for some dead ends, and some inner values.
Names graph_outputs(GraphDraft& g);

// The case that this model, with these inputs, is. Throws what the evaluation throws; Unspecified
// where a digit is not proved or an element is open.
CaseFiles proved_case(onnx::ModelProto model, const CaseValues& inputs, const Options& evaluation);

}  // namespace etalon
