// The page's style and script, embedded from the files of this folder when Etalon is built.
#pragma once

#include <string>

namespace etalon {

std::string page_style();   // page.css
std::string page_script();  // the *.js files, in the order that CMakeLists.txt lists

}  // namespace etalon
