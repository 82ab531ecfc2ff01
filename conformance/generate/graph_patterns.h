// Groups of nodes that optimisers rewrite, and near misses of them, in which something is a little
// different so that the rewrite would be wrong.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/graph_draft.h"

namespace etalon {

struct GraphPattern {
  const char* name;
  // Adds the nodes, and returns the value that they are about. Throws what GraphDraft::add throws.
  std::string (*draft)(GraphDraft& g);
};

// All patterns: convolutions, products, quantization, normalizations, activations, movements,
// constants, and bodies.
const std::vector<GraphPattern>& graph_patterns();
// The names, joined by ", ".
std::string graph_pattern_names();

// The parts of that list, each in a file of its own.
extern const std::vector<GraphPattern> linear_patterns;         // graph_patterns_linear.cc
extern const std::vector<GraphPattern> normalization_patterns;  // graph_patterns_normal.cc
extern const std::vector<GraphPattern> movement_patterns;       // graph_patterns_moves.cc
extern const std::vector<GraphPattern> body_patterns;           // graph_patterns_bodies.cc

// Values that patterns begin with: an image [N, C, H, W], tokens [N, length, width], a matrix.
std::string image(GraphDraft& g);
std::string tokens(GraphDraft& g);
std::string matrix(GraphDraft& g);

// x · Φ(x), written with Erf or Tanh; also used after products.
std::string gelu_erf(GraphDraft& g, const std::string& x);
std::string gelu_tanh(GraphDraft& g, const std::string& x);
// LayerNormalization written in primitives.
std::string layer_norm(GraphDraft& g, const std::string& x);

}  // namespace etalon
