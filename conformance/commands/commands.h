// The command line: one function for each command, and one place that maps errors to exit codes.
//
// Exit codes: 0 all as expected; 1 a mismatch, or a defect of Etalon; 2 usage; 3 a bad or unsafe
// model or input; 4 unsupported; 5 nothing selected; 124 --timeout ended the command; 128 + the
// number of a signal that did: 129 SIGHUP, 130 SIGINT, 143 SIGTERM.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/common/usage_error.h"
#include "engine/values/errors.h"

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

enum ExitCode : int {
  exit_ok = 0,
  exit_mismatch = 1,
  exit_usage = 2,
  exit_invalid = 3,
  exit_unsupported = 4,
  exit_nothing = 5,
  exit_stopped = 124,  // by --timeout; or by another limit, with a part of the judgement
};

// Where a command writes, and what it does after the command line has been parsed.
struct Session {
  std::ostream& out;
  std::ostream& err;
  std::function<int()> action;            // returns the exit code
  std::vector<std::string> words = {};    // the command line without the program's name
  bool decides_on_signals = false;        // the action itself calls command_begins
  std::atomic<bool> prints_json = false;  // on `out`, and has not yet: also if the work is ended
  std::optional<double> timeout = {};     // seconds for the command, if it has no own --timeout
};

// `action` is what the command does after the command line has been parsed.
void on_run(CLI::App& command, Session& session, const std::function<int()>& action);

void add_test_command(CLI::App& app, Session& session);
void add_report_command(CLI::App& app, Session& session);
void add_run_command(CLI::App& app, Session& session);
void add_check_command(CLI::App& app, Session& session);
void add_bisect_command(CLI::App& app, Session& session);
void add_why_command(CLI::App& app, Session& session);
void add_precision_command(CLI::App& app, Session& session);
void add_equivalent_command(CLI::App& app, Session& session);
void add_generate_command(CLI::App& app, Session& session);
void add_fuzz_command(CLI::App& app, Session& session);
void add_explain_command(CLI::App& app, Session& session);
void add_ops_command(CLI::App& app, Session& session);
void add_corpus_command(CLI::App& app, Session& session);
void add_open_command(CLI::App& app, Session& session);
void add_site_command(CLI::App& app, Session& session);
void add_mdf_command(CLI::App& app, Session& session);
void add_help_command(CLI::App& app, Session& session);
// Becomes the program etalon-mdf with these words. Throws Unsupported where it is not there, and
// where `out` is not this process' own output.
int become_mdf(const std::vector<std::string>& words, Session& session);
// Hidden from the help: what installation puts beside the command.
void add_completion_command(CLI::App& app, Session& session);
void add_man_command(CLI::App& app, Session& session);

// The document of work that --timeout or a signal ended before it had anything to say:
// {"schema": 1, "etalon", "stopped": the sentence}.
std::string stopped_json(const std::string& sentence);
// True where --timeout, of the command or of one evaluation, is the cause.
bool is_late(const Error& error);

// A program of commands, which `add` adds; `name` is what users call: "etalon mdf".
struct Program {
  std::string name;
  std::string description;
  void (*add)(CLI::App& app, Session& session);
};

// To be called first in main(): descriptors, signals, memory.
void begin_program();
// The whole program: `words` without the program's name. Returns the exit code.
int run_commands(const Program& program, const std::vector<std::string>& words, std::ostream& out,
                 std::ostream& err);
// The same of etalon.
int run_command_line(const std::vector<std::string>& words, std::ostream& out, std::ostream& err);

}  // namespace etalon
