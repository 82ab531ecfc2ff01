// Names of operators as users write them: "Softmax", "Softmax-13", "ai.onnx.ml.Scaler-1".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/operators/schema.h"

namespace etalon {

inline constexpr std::string_view mdf_prefix = "mdf.";  // of the names of MDF's functions

struct WantedOperator {
  std::string name;  // may have the domain in front
  std::optional<int> version;
};
WantedOperator wanted_operator(const std::string& text);

// "Softmax" of the label "Softmax-13".
std::string operator_name(const std::string& label);
// "Softmax", "ai.onnx.ml.Scaler"
std::string full_name(const Schema& schema);

// All versions of the operator, oldest first. Without a domain in front, all domains are searched.
std::vector<const Schema*> versions_named(const std::string& name);

// "there are 1, 11, 13"
std::string versions_text(const std::vector<const Schema*>& versions);

// The wanted version, given by its number or by an opset in which it is in force; all versions if
// no number is given. Throws UsageError, with the versions that there are, for another number.
std::vector<const Schema*> choose_versions(const std::vector<const Schema*>& versions,
                                           const WantedOperator& wanted);

// Throws UsageError, with operators of similar names.
[[noreturn]] void unknown_operator(const std::string& name);

// "; did you mean Softmax, thinker.Softmax?" from the operators and MDF's functions with similar
// names; "" if there is none.
std::string did_you_mean_operator(const std::string& name);

// True if a case with this label ("Softmax-13") tests the wanted operator. Upper and lower case are
// the same; a version may be any opset in which the label's is in force.
bool is_wanted(const WantedOperator& wanted, const std::string& label);

// Those that the words of a command line mean. {"softmax", "conv", "11", "Add 7"}: Softmax, Conv-11
// and Add-7. A number alone is the version of the operator before it. Throws UsageError for a
// number that no operator precedes.
std::vector<WantedOperator> operators_meant(const std::vector<std::string>& words);

// As versions_named; where no operator is spelt exactly so, upper and lower case are the same.
// Without a domain in front, dialects (thinker, early ONNX) only where no other domain has the
// name.
std::vector<const Schema*> versions_meant(const std::string& name);

}  // namespace etalon
