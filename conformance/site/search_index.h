// The index of everything that the search finds: a script that the pages load when somebody
// searches, because a page that is opened as a file cannot read other files.
#pragma once

#include <string>
#include <vector>

#include "conformance/site/lists.h"
#include "conformance/site/manual.h"

namespace etalon::site {

struct SearchEntry {
  std::string
      kind;  // "operator", "attribute", "open point", "erratum", "error", "finding", "manual"
  std::string text;     // what is searched, and shown
  std::string of;       // what it belongs to, which is searched, too: "Conv"
  std::string address;  // from the root of the site: "operators/ai.onnx/Conv.html#v22"
};
using SearchEntries = std::vector<SearchEntry>;

void add_entries(SearchEntries& entries, const OperatorPage& page);  // attributes, open points
void add_entries(SearchEntries& entries, const std::vector<IndexRow>& rows);  // operators
void add_entries(SearchEntries& entries, const explain::Source& source);      // errors
void add_entries(SearchEntries& entries, const ManualPage& page);             // its headings
void add_listed(SearchEntries& entries);                                      // errata, findings

// etalonIndex = [[KIND, TEXT, OF, ADDRESS], …];
std::string search_script(const SearchEntries& entries);

}  // namespace etalon::site
