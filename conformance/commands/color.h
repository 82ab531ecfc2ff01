// --color auto|always|never.
#pragma once

#include <string>

#include "conformance/common/paint.h"

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

struct Session;

void add_color_option(CLI::App& command, std::string& mode);

// The colours for the command's output: with "auto", on a terminal, unless the environment has
// NO_COLOR or says that the terminal is dumb.
Paint paint_for(const std::string& mode, const Session& session);

}  // namespace etalon
