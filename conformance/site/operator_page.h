// The page of an operator: all its versions.
#pragma once

#include <string>
#include <vector>

#include "conformance/explain/facts.h"
#include "conformance/site/code.h"
#include "engine/mdf/function.h"

namespace etalon::site {

struct OperatorPage {
  std::vector<explain::Facts> versions;  // oldest first, never empty
  const explain::Facts& newest() const { return versions.back(); }
};

// What pages refer to.
struct Reference {
  const Definitions& definitions;
  const OperatorIndex& official;
  const OperatorIndex& own;
  bool evaluates = false;  // the site has Etalon as WebAssembly: examples can be tried
};

// "operators/ai.onnx/Softmax.html"; "#v13" leads to a version.
std::string operator_file(const Schema& schema);
// "operators/mdf/onnx.Abs.html"
std::string function_file(const mdf::FunctionInfo& function);

std::string operator_page(const OperatorPage& page, const Reference& reference);
std::string function_page(const mdf::FunctionInfo& function, const Reference& reference);

// The header of an operator's file as markup: formulas, which a script sets, and notes.
std::string header_markup(const explain::Header& header, const std::string& name);

// The reference code on the page `file`: the first source, links to the others, and, folded, the
// operator's entries in other folders.
std::string code_section(const std::vector<explain::Source>& sources, const std::string& file,
                         const Definitions& definitions,
                         const std::vector<explain::RoomFile>& rooms = {});

}  // namespace etalon::site
