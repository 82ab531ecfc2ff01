// Options shared by the commands that take a model.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "conformance/cases/tolerance.h"
#include "conformance/generate/input_files.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/ignored_attributes.h"

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

struct Session;

// --input and --inputs.
void add_input_options(CLI::App& command, InputFiles& files);
// --ignore-attributes NAME,...
void add_ignore_option(CLI::App& command, std::vector<std::string>& names);
// Those names; each attribute that is left out is a line on `err`.
IgnoredAttributes ignored_attributes(const std::vector<std::string>& names, std::ostream& err);
// --max-memory and --max-steps.
void add_limit_options(CLI::App& command, Limits& limits);

// --lenient: a value that contradicts the model's declaration is a warning, once for each sentence.
void add_lenient_option(CLI::App& command, Options& evaluation, Session& session);

// --rule official|scaled.
void add_rule_option(CLI::App& command, Tolerance::Rule& rule);

// --as-of RELEASE.
void add_as_of_option(CLI::App& command, std::string& release);
// The differences of the release from the specification; none for "". Throws UsageError if there is
// no such release.
Differences differences_as_of(const std::string& release);

}  // namespace etalon
