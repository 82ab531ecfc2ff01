// The site's style and script, embedded from the files of this folder when Etalon is built.
#pragma once

#include <string>

namespace etalon::site {

std::string site_style();   // site.css
std::string site_script();  // the *.js files, in the order that CMakeLists.txt lists

}  // namespace etalon::site
