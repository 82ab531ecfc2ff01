// Declaring options: each has the form of its value and one line of help that begins with a verb.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace etalon {

struct Session;

// Sets what the help, completion and messages call the option's value: FILE, NAME=FILE, text|json.
// A list takes one word each time that it is given, with "..." all words that follow.
CLI::Option& with_form(CLI::Option& option, std::string_view form);

// "--report FILE" adds an option, "MODEL" a positional.
template <class T>
CLI::Option& add_value(CLI::App& command, std::string_view words, T& value,
                       const std::string& help) {
  const size_t end = words.find_first_of(" .");
  const bool positional = end == words.npos || words[end] == '.';
  return with_form(*command.add_option(std::string(words.substr(0, end)), value, help),
                   positional ? words : words.substr(end + 1));
}

// The same, whose values `take` gets.
template <class T, class F>
CLI::Option& add_taken(CLI::App& command, std::string_view words, F take, const std::string& help) {
  const size_t end = words.find(' ');
  return with_form(*command.add_option_function<T>(std::string(words.substr(0, end)), take, help),
                   words.substr(end + 1));
}
using Words = std::vector<std::string>;

// An option that takes one of the words of its form: "--format text|json".
CLI::Option& add_choice(CLI::App& command, std::string_view words, std::string& value,
                        const std::string& help);
// "--format text|json|md", of which text is the default.
CLI::Option& add_format_option(CLI::App& command, std::string_view choices, std::string& format);

// Takes `old` as another spelling of the option, with a warning, and does not show it.
void add_old_spelling(CLI::App& command, const std::string& old, CLI::Option& option,
                      Session& session);
// "etalon: warning: OLD is now NEW", one line.
void warn_of_old_spelling(const std::string& old, const std::string& now, Session& session);

// What an option accepts: one of these words; a whole number in this range, 2^62 at most; a number
// of seconds greater than 0 and at most 10^9; a finite number that is not negative; a number of
// bytes from 1 to 2^62, also in units of 10^3 (4GB) or 2^10 (4GiB), which becomes one of bytes.
inline constexpr uint64_t most_count = uint64_t{1} << 62U;
CLI::Validator one_of(const std::vector<std::string>& known);
CLI::Validator whole_number(uint64_t least = 0, uint64_t most = most_count);
CLI::Validator seconds();
CLI::Validator tolerance_number();
CLI::Validator byte_count();

// --rtol, --atol and --max-ulp, one number each; `before` stands before the defaults.
template <class Tolerances>
void add_tolerance_options(CLI::App& command, Tolerances& to, const std::string& before = "") {
  add_value(command, "--rtol NUMBER", to.rtol,
            "Allow this relative tolerance (default: " + before + "0.001)")
      .check(tolerance_number());
  add_value(command, "--atol NUMBER", to.atol,
            "Allow this absolute tolerance (default: " + before + "1e-7)")
      .check(tolerance_number());
  add_value(command, "--max-ulp N", to.max_ulp, "Allow this distance in ULP (default: any)")
      .check(whole_number());
}

// --jobs
void add_jobs_option(CLI::App& command, unsigned& jobs);

}  // namespace etalon
