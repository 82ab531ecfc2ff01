// etalon mdf: becomes the program etalon-mdf (conformance/mdf).
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <iostream>

#include "conformance/cases/mdf_cases.h"
#include "conformance/commands/commands.h"
#include "conformance/common/signals.h"
#include "engine/loader/file.h"

namespace etalon {

int become_mdf(const std::vector<std::string>& words, Session& session) {
  std::string program = mdf_program().string();
  if (&session.out != &std::cout) {
    throw Unsupported("etalon mdf is a program of its own; start {}", program);
  }
  session.out.flush();
  std::vector<std::string> all = words;
  std::vector<char*> arguments = {program.data()};
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  accept_signals();
  ::execv(program.c_str(), arguments.data());
  throw InvalidInput("{} cannot be started: {}", program, system_message(errno));
}

void add_mdf_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand(
      "mdf", "Call functions and run models of ModECI's MDF, with the program etalon-mdf");
  // Every word is that program's, --help too.
  command.footer("etalon-mdf(1) has its commands and options.");
  command.prefix_command()->allow_extras()->set_help_flag();
  command.callback([&app, &command, &session] {
    std::vector<std::string> words;
    for (const std::string& library : app.get_option("--operators")->results()) {
      words.insert(words.end(), {"--operators", library});
    }
    for (const std::string& word : command.remaining()) words.push_back(word);
    session.action = [words, &session] { return become_mdf(words, session); };
  });
}

}  // namespace etalon
