// Selecting cases by suite, name, operator, opset and type.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conformance/cases/cases.h"

namespace etalon {

// An empty list selects everything; of a list, any entry may match.
struct Selection {
  std::vector<std::string> suites = {};
  std::vector<std::string> include =
      {};  // patterns of names: RE2, upper and lower case are the same
  std::vector<std::string> exclude = {};    // patterns; of these, none may match
  std::vector<std::string> operators = {};  // "Softmax", "Softmax-13"
  std::vector<std::string> opsets = {};     // "13", "13-15", "ai.onnx.ml:3"
  std::vector<std::string> types = {};      // "float16", "tensor(float16)"
};

// A case as the options see it, whether it comes from a folder or from a report.
struct CaseName {
  std::string suite;
  std::string name;
};

// Finds the cases that meet a selection's suites and patterns.
class NameFilter {
 public:
  // Throws UsageError for a pattern that is not a regular expression.
  explicit NameFilter(const Selection& selection);
  ~NameFilter();

  bool has_suite(const CaseName& name) const;
  // A pattern matches in a case's name, or in its suite and name ("node/test_abs").
  bool is_included(const CaseName& name) const;
  bool is_excluded(const CaseName& name) const;

 private:
  struct Patterns;
  std::vector<std::string> suites_;
  std::unique_ptr<Patterns> patterns_;
};

// The element type with this name, as --type takes it: "float16", "float32", "tensor(int8)". Throws
// UsageError.
DType element_type(const std::string& text);

// Throws UsageError for a version that a known operator does not have, as in "Softmax-99".
void check_versions(const std::vector<std::string>& operators);
// True if one of these labels is that of a wanted operator, or if none is wanted.
bool uses_operator(const std::vector<std::string>& labels, const std::vector<std::string>& wanted);

// Why no case is left: "none of 12 cases is left by --suite nod; did you mean node?". `near` is the
// end of the sentence.
std::string nothing_left(size_t cases, const std::string& option,
                         const std::vector<std::string>& words, const std::string& near);
// "; did you mean …?" for suites, and for patterns that are plain words.
std::string near_suites(const Selection& selection, const std::vector<CaseName>& names);
std::string near_names(const Selection& selection, const std::vector<CaseName>& names);

// Keeps the selected cases. Returns why there is none, or "". Models are read only for operators,
// opsets and types. Throws UsageError for an entry that is not of its form.
std::string select(std::vector<Case>& cases, const Selection& selection);

}  // namespace etalon
