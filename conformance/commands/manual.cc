// etalon man: the manual page, written from the commands' own options.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "engine/c_interface.h"

namespace etalon {

namespace manual {

namespace {

using Entry = std::pair<std::string_view, std::string_view>;

constexpr std::array<Entry, 6> exit_codes = {{
    {"0", "All results are as expected."},
    {"1", "There is a mismatch, or Etalon has a defect."},
    {"2", "The command line is wrong."},
    {"3", "A model or input is bad or unsafe."},
    {"4", "Something is not supported."},
    {"5", "Nothing is selected."},
}};

constexpr std::array<Entry, 3> environment = {{
    {"ETALON_DATA", "Use this data folder, not the installed one."},
    {"XDG_CACHE_HOME",
     "Keep fetched test data in etalon/downloads under this folder (default: ~/.cache)."},
    {"TMPDIR", "Write temporary files here (default: /tmp)."},
}};

constexpr std::array<Entry, 3> files = {{
    {"../share/etalon/data", "Own cases, the list of official releases, and errata."},
    {"../share/etalon/scripts",
     "Adapters for other runtimes, and the program that fetches releases."},
    {"../share/doc/etalon/BACKENDS.md", "The protocol of --backend."},
}};

// Text of which nothing is an escape.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
  }
  return safe;
}

bool is_request(std::string_view line) { return line.starts_with('.') || line.starts_with('\''); }

// The words of a paragraph in lines of which none is long and none is a request.
std::string filled(std::string_view text) {
  constexpr size_t most = 76;
  std::string lines;
  size_t length = 0;
  for (const std::string& word : CLI::detail::split(std::string(text), ' ')) {
    const bool first = length == 0 || length + word.size() > most;
    if (first) length = 0;
    if (!lines.empty()) lines += first ? "\n" : " ";
    if (first && is_request(word)) lines += "\\&";
    lines += word;
    length += word.size() + 1;
  }
  return lines + "\n";
}

// Lines that stay as they are, none of them a request.
std::string verbatim(const std::string& text) {
  std::string lines = ".PP\n.nf\n";
  for (const std::string& line : CLI::detail::split(text, '\n')) {
    lines += (is_request(line) ? "\\&" : "") + roff(line) + "\n";
  }
  return lines + ".fi\n";
}

// The date in SOURCE_DATE_EPOCH, by which packagers repeat a build, or today's.
std::string date() {
  const char* set = std::getenv("SOURCE_DATE_EPOCH");
  const std::time_t when =
      set == nullptr ? std::time(nullptr) : static_cast<std::time_t>(std::atoll(set));
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(when));
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

std::string paragraph(const std::string& term, std::string_view text) {
  return ".TP\n" + filled(term) + filled(roff(text));
}

// The further lines of a help, such as a line for each choice.
std::string lines_after(const std::string& text) {
  std::string lines;
  for (size_t end = text.find('\n'); end != text.npos;) {
    const size_t begin = end + 1;
    end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    lines += ".br\n" + filled(roff(CLI::detail::trim_copy(line)));
  }
  return lines;
}

std::string option_entry(const OptionInfo& option) {
  const bool positional = !option.names.front().starts_with('-');
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  std::string term = positional ? "" : fmt::format("{}", fmt::join(names, ", "));
  if (!option.placeholder.empty()) term += (positional ? "" : " ") + italic(option.placeholder);
  std::string text = option.description.substr(0, option.description.find('\n'));
  if (option.required) text += " (required)";
  if (option.repeatable) text += " (may be given several times)";
  return paragraph(term, text) + lines_after(option.description);
}

std::string usage(const CLI::App& command) {
  std::string text = bold(full_name(command)) + " [options]";
  for (const OptionInfo& positional : positionals_of(command)) {
    const std::string name =
        italic(positional.placeholder) + (positional.repeatable ? "\\~..." : "");
    text += positional.required ? " " + name : " [" + name + "]";
  }
  return text;
}

std::string option_entries(const CLI::App& command) {
  std::string text;
  for (const OptionInfo& option : options_of(command)) text += option_entry(option);
  return text;
}

// The sections of a command: its own, or those of the commands in it.
std::string sections(const CLI::App& command) {
  std::string text;
  const std::vector<const CLI::App*> commands = commands_of(command);
  for (const CLI::App* inner : commands) text += sections(*inner);
  if (!commands.empty()) return text;
  text = fmt::format(".SS {}\n{}.PP\n{}", roff(full_name(command)), filled(usage(command)),
                     filled(roff(command.get_description() + ".")));
  for (const OptionInfo& positional : positionals_of(command)) text += option_entry(positional);
  text += option_entries(command);
  return command.get_footer().empty() ? text : text + verbatim(command.get_footer());
}

template <size_t N>
std::string table(std::string_view title, const std::array<Entry, N>& entries) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const auto& [term, meaning] : entries) text += paragraph(bold(term), meaning);
  return text;
}

std::string page(const CLI::App& app) {
  const std::string description = app.get_description();
  const std::string summary = description.substr(description.find(": ") + 2);
  std::string name = app.get_name();
  std::replace(name.begin(), name.end(), ' ', '-');
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string text = fmt::format(
      ".TH {} 1 {} \"Etalon {}\"\n.SH NAME\n{} \\- {}\n"
      ".SH SYNOPSIS\n{} {} [options] [arguments]\n"
      ".SH DESCRIPTION\n{}.\n{}.SH COMMANDS\n",
      title, date(), etalon_version(), name, roff(summary), bold(app.get_name()), italic("command"),
      roff(description), option_entries(app));
  text += sections(app);
  if (!app.get_footer().empty()) text += ".SH NOTES\n" + verbatim(app.get_footer());
  text += table("EXIT STATUS", exit_codes) + table("ENVIRONMENT", environment);
  text += table("FILES", files);
  return text + ".PP\nThese paths are relative to the folder of the command.\n";
}

}  // namespace

}  // namespace manual

void add_man_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("man", "Print the manual page");
  on_run(command, session, [&app, &session] {
    session.out << manual::page(app);
    return exit_ok;
  });
}

}  // namespace etalon
