// The operators as a static site: an index with search, a page for each operator with all its
// versions, the code, lists of errata and open points. Nothing is fetched from elsewhere.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace etalon::site {

struct SiteOptions {
  std::filesystem::path out;
  // The folder of Etalon as WebAssembly (etalon.js), which is copied to out/try; none when empty.
  std::filesystem::path wasm;
};

struct SiteSummary {
  size_t pages = 0;
  size_t operators = 0;
  size_t versions = 0;
  size_t functions = 0;  // of MDF
  uintmax_t bytes = 0;
};

// Writes the site. Existing files are replaced; others stay. Throws InvalidInput when a file cannot
// be written, and for a folder `wasm` without etalon.js.
SiteSummary write_site(const SiteOptions& options);

}  // namespace etalon::site
