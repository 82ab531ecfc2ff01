// The manual as pages: README.md of the project and of each folder of engine/, ops/ and
// conformance/, and conformance/BACKENDS.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/explain/sources.h"

namespace etalon::site {

struct ManualPage {
  std::string file;  // within the site: "manual/conformance/check/README.html"
  std::string markup;
};
// The project's first; none where the sources are not there. Links to code lead to the pages of
// `sources`; what is on no page is text.
std::vector<ManualPage> manual_pages(const std::vector<explain::Source>& sources);

// Markdown as markup, its headings with ids as GitHub spells them. `address_of` gives what stands
// for a link's address; nothing leaves the link's text alone.
std::string markdown_markup(std::string_view markdown,
                            const std::function<std::string(std::string_view)>& address_of);

}  // namespace etalon::site
