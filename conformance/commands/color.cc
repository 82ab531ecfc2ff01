#include "conformance/commands/color.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "conformance/commands/commands.h"

namespace etalon {

namespace {

std::string_view variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

}  // namespace

void add_color_option(CLI::App& command, std::string& mode) {
  command
      .add_option("--color", mode,
                  "auto (default): coloured on a terminal, unless NO_COLOR is set; always; never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

Paint paint_for(const std::string& mode, const Session& session) {
  if (mode == "always") return Paint(true);
  if (mode == "never" || !variable("NO_COLOR").empty() || variable("TERM") == "dumb") {
    return Paint(false);
  }
  return Paint(&session.out == &std::cout && isatty(STDOUT_FILENO) != 0);
}

}  // namespace etalon
