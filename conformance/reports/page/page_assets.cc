#include "conformance/reports/page/page_assets.h"

// Defined in the generated page.S.
extern "C" const char etalon_page_style[], etalon_page_style_end[];
extern "C" const char etalon_page_script[], etalon_page_script_end[];

namespace etalon {

std::string page_style() { return {etalon_page_style, etalon_page_style_end}; }
std::string page_script() { return {etalon_page_script, etalon_page_script_end}; }

}  // namespace etalon
