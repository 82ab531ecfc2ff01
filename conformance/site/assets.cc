#include "conformance/site/assets.h"

// Defined in the generated site.S.
extern "C" const char etalon_site_style[], etalon_site_style_end[];
extern "C" const char etalon_site_script[], etalon_site_script_end[];

namespace etalon::site {

std::string site_style() { return {etalon_site_style, etalon_site_style_end}; }
std::string site_script() { return {etalon_site_script, etalon_site_script_end}; }

}  // namespace etalon::site
