// The option --as-of RELEASE of the commands that evaluate.
#pragma once

#include <string>

#include "engine/as_released.h"

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

void add_as_of_option(CLI::App& command, std::string& release);

// Evaluation as the release meant it, for the object's lifetime; as the specification says for "".
// Throws UsageError for what is no release.
AsReleased evaluation_as_of(const std::string& release);

}  // namespace etalon
