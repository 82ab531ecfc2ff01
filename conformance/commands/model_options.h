// Options that the commands on a model share.
#pragma once

#include <string>

#include "conformance/generate/input_files.h"
#include "engine/interpreter/as_released.h"
#include "engine/interpreter/interpreter.h"

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

// --input and --inputs.
void add_input_options(CLI::App& command, InputFiles& files);
// --max-memory and --max-steps.
void add_limit_options(CLI::App& command, Limits& limits);

// --as-of RELEASE.
void add_as_of_option(CLI::App& command, std::string& release);
// Evaluation as the release meant it, for the object's lifetime; as the specification says for "".
// Throws UsageError for what is no release.
AsReleased evaluation_as_of(const std::string& release);

}  // namespace etalon
