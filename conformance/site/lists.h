// The pages that list all operators, open points, errata, runtimes and files.
#pragma once

#include <string>
#include <vector>

#include "conformance/site/operator_page.h"

namespace etalon::site {

// One line of the index. Lists of words are for the search.
struct IndexRow {
  std::string name;
  std::string domain;
  std::string family;    // "math"
  std::string file;      // of the page
  std::string versions;  // "1, 11, 13", each linked in the page
  std::string types;     // "float float16"
  std::string status;    // "implemented deprecated function open erratum"
};
// The element types of all of its type variables: "float float16".
std::string types_of(const Schema& schema);
// A link to the operator's page, or its name where it has none; `domain` may be "ai.onnx".
std::string operator_link(const std::string& domain, const std::string& name,
                          const std::string& root = {});

IndexRow index_row(const OperatorPage& page);
IndexRow index_row(const mdf::FunctionInfo& function);

std::string index_page(const std::vector<IndexRow>& rows);
std::string open_page();
std::string errata_page();
std::string files_page(const std::vector<explain::Source>& sources);
std::string source_page(const explain::Source& source, const Definitions& definitions);

}  // namespace etalon::site
