#include "conformance/commands/commands.h"

#include <execinfo.h>
#include <google/protobuf/stubs/logging.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>

#include "conformance/commands/help.h"
#include "conformance/commands/model_options.h"
#include "conformance/commands/options.h"
#include "conformance/common/json.h"
#include "conformance/common/signals.h"
#include "conformance/common/system.h"
#include "conformance/run/process_limits.h"
#include "engine/c_interface.h"
#include "engine/operators/added.h"
#include "engine/values/errors.h"
#include "engine/values/host.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

int exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Unsupported:
      return exit_unsupported;
    case ErrorKind::InternalError:
      return exit_mismatch;
    default:
      return exit_invalid;
  }
}

// Also of work that --timeout or a signal ended before it had anything to say.
int end_by(const Error& error, Session& session) {
  if (error.kind() != ErrorKind::LimitExceeded) return exit_code_of(error.kind());
  const std::optional<int> signal = StopRequest::signal();
  if (!signal && !is_late(error)) return exit_code_of(error.kind());
  if (session.prints_json) session.out << stopped_json(error.what()) << std::flush;
  return signal ? exit_code_of_signal(*signal) : exit_stopped;
}

// Every command that works can be told how long it may take.
void add_timeouts(CLI::App& app, Session& session) {
  for (CLI::App* command : app.get_subcommands(nullptr)) {
    add_timeouts(*command, session);
    const bool is_leaf = command->get_subcommands(nullptr).empty() &&
                         !command->get_group().empty() && !command->get_prefix_command();
    if (!is_leaf || command->get_option_no_throw("--timeout") != nullptr) continue;
    add_value(*command, "--timeout SECONDS", session.timeout, std::string(timeout_help))
        .check(seconds());
    std::string footer = command->get_footer();
    if (!footer.empty() && footer.find("124") == std::string::npos) {
      footer.insert(footer.rfind('.'), ", 124 stopped by --timeout");
      command->footer(footer);
    }
  }
}

// --operators may stand behind a command, too; but for one that takes any words.
void let_through(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands(nullptr)) {
    let_through(*command);
    command->fallthrough(!command->get_allow_extras());
  }
}

void say_stopped(int number, Session& session) {
  if (!session.prints_json) return;
  session.out << stopped_json("stopped by " + signal_name(number)) << std::flush;
}

void add_commands(CLI::App& app, Session& session) {
  add_test_command(app, session);
  add_report_command(app, session);
  add_run_command(app, session);
  add_check_command(app, session);
  add_bisect_command(app, session);
  add_why_command(app, session);
  add_precision_command(app, session);
  add_equivalent_command(app, session);
  add_generate_command(app, session);
  add_fuzz_command(app, session);
  add_explain_command(app, session);
  add_ops_command(app, session);
  add_corpus_command(app, session);
  add_open_command(app, session);
  add_site_command(app, session);
  add_mdf_command(app, session);
  add_help_command(app, session);
}

int parse_and_run(const Program& program, const std::vector<std::string>& words, Session& session) {
  CLI::App app(program.description, program.name);
  app.formatter(std::make_shared<HelpForm>());
  app.set_version_flag("--version", std::string("etalon ") + etalon_version());
  app.require_subcommand(1);
  std::vector<std::string> operators;
  add_value(app, "--operators FILE.so", operators,
            "Add the operators of this library (ops/README.md); may be repeated")
      .expected(1)
      ->take_all();
  program.add(app, session);
  add_completion_command(app, session);
  add_man_command(app, session);
  add_timeouts(app, session);
  let_through(app);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& wish) {
    return app.exit(wish, session.out, session.err);
  } catch (const CLI::ParseError& problem) {
    throw UsageError(usage_problem(app, words, problem));
  }
  for (const std::string& library : operators) load_operators(library);
  if (session.timeout) end_after(*session.timeout);
  std::optional<LastWords> last;
  if (!session.decides_on_signals) {
    last.emplace([&session](int number) { say_stopped(number, session); });
    command_begins();
  }
  return session.action();
}

}  // namespace

void on_run(CLI::App& command, Session& session, const std::function<int()>& action) {
  command.callback([&session, action] { session.action = action; });
}

std::string stopped_json(const std::string& sentence) {
  const nlohmann::json document = {
      {"schema", 1}, {"etalon", etalon_version()}, {"stopped", sentence}};
  return json_text(document, 2) + "\n";
}

bool is_late(const Error& error) {
  return error.kind() == ErrorKind::LimitExceeded &&
         std::string_view(error.what()).ends_with(time_limit_exceeded);
}

void begin_program() {
  occupy_standard_descriptors();
  hold_signals();
  explain_termination();
  void* frame = nullptr;
  ::backtrace(&frame,
              1);  // loads, while there is memory, what the C library passes exceptions on by
  keep_freed_blocks(std::numeric_limits<uint64_t>::max());
  extend_heap(size_t{32} << 20);
  end_on_signals();
}

int run_command_line(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
  static const Program etalon{
      "etalon", "Etalon: reference interpreter and conformance engine for ONNX", add_commands};
  return run_commands(etalon, words, out, err);
}

int run_commands(const Program& program, const std::vector<std::string>& words, std::ostream& out,
                 std::ostream& err) {
  // Etalon reports the problems of a file itself, in one sentence.
  google::protobuf::SetLogHandler(nullptr);
  Session session{out, err, {}, words};
  const auto complain = [&](const std::string& sentence, int code) {
    err << "etalon: " << printable_lines(sentence) << "\n";
    return code;
  };
  try {
    const int code = parse_and_run(program, words, session);
    out.flush();
    return out ? code : complain("the output could not be written", exit_invalid);
  } catch (const UsageError& error) {
    return complain(error.what(), exit_usage);
  } catch (const Error& error) {
    return complain(error.what(), end_by(error, session));
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(error.path1().string() + ": " + error.code().message(), exit_invalid);
  } catch (const std::bad_alloc&) {
    return complain(out_of_memory(), exit_invalid);
  } catch (const std::exception& error) {
    return complain(std::string("internal error: ") + error.what(), exit_mismatch);
  }
}

}  // namespace etalon
