// The reference code as markup: highlighted, with lines that can be linked to, and names that lead
// to their definitions.
#pragma once

#include <string>
#include <string_view>

#include "conformance/site/definitions.h"

namespace etalon::site {

struct CodeView {
  std::string path;    // of the source
  std::string root;    // from the page to the site: "../../"
  bool whole = false;  // on the source's own page: its lines have ids, L1, …
  size_t first = 1;    // the number of the first line
};

// A <pre> of the source.
std::string code_markup(std::string_view source, const CodeView& view, const Definitions& names);

}  // namespace etalon::site
