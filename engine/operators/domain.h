// What a domain of operators is: the properties that its schema file states (schemas/README.md).
#pragma once

#include <span>
#include <string_view>

namespace etalon {

struct EmbeddedLeftOut {
  std::string_view name, why;
};

struct EmbeddedDomain {
  std::string_view domain;  // "" for ai.onnx
  // As relaxes_types(), shares_names() and open_ended() (schema.h) give them.
  bool relaxes_types = false, shares_names = false, open_ended = false;
  // The ids of its open points begin with the domain ("com.microsoft.Gelu.nan"): it has operators
  // of the names that ai.onnx has.
  bool prefixed_points = false;
  // Its operators are drawn only where they or the domain are named: not by `--operator all`.
  bool named_alone = false;
  // Etalon has some of its operators, and a version without code is not a failure of the sweep.
  bool partial = false;
  // Runtimes compute its operators together with ONNX's, and these have ONNX's meaning there.
  bool fused = false;
  // Of each opset from 1 on, the opset of ai.onnx that its models import.
  std::span<const int> companions = {};
  std::span<const EmbeddedLeftOut> left_out = {};
};

// The properties of a domain; none for a domain whose schemas state none.
const EmbeddedDomain& domain_of(std::string_view domain);
// Adds one that is not yet there, while no other thread looks domains up. Its texts outlive the
// program's use of operators.
void add_domain(const EmbeddedDomain& domain);

// Why an operator is left out for good, as the rest of a sentence; empty for all others.
std::string_view why_left_out(std::string_view domain, std::string_view name);

}  // namespace etalon
