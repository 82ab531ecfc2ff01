#include "conformance/commands/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "conformance/commands/commands.h"
#include "conformance/common/near.h"

namespace etalon {

namespace {

constexpr double most_seconds = 1e9;

// The number in decimal digits that a text begins with, and what follows it; so no sign and no
// 2^64 - 1 for "unlimited". Nothing for another text.
std::optional<std::pair<uint64_t, std::string_view>> leading_number(const std::string& text) {
  uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || value > most_count) return std::nullopt;
  return {{value, {stop, end}}};
}

// The bytes of a unit: 1, 10^3 (KB), 2^10 (KiB) and so on; 0 for another word.
uint64_t unit_bytes(std::string_view unit) {
  if (unit.empty()) return 1;
  const bool binary = unit.size() == 3 && unit.ends_with("iB");
  const size_t power = std::string_view("KMGT").find(unit.front()) + 1;
  if (power == 0 || !(binary || (unit.size() == 2 && unit.ends_with('B')))) return 0;
  uint64_t bytes = 1;
  for (size_t i = 0; i < power; ++i) bytes *= binary ? 1024 : 1000;
  return bytes;
}

// Accepts a text that is a number with the property; other texts are not `what`.
CLI::Validator real_number(bool (*accepts)(double), const std::string& what) {
  const auto problem = [accepts, what](std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && accepts(value)) return "";
    return fmt::format("{} is not {}", text, what);
  };
  return {problem, ""};
}

}  // namespace

CLI::Option& with_form(CLI::Option& option, std::string_view form) {
  const bool several = form.ends_with("...") && !form.ends_with(",...");
  if (!option.get_positional()) option.allow_extra_args(several);
  return *option.option_text(std::string(form));
}

CLI::Option& add_choice(CLI::App& command, std::string_view words, std::string& value,
                        const std::string& help) {
  const std::string form(words.substr(words.find(' ') + 1));
  return *add_value(command, words, value, help).check(one_of(CLI::detail::split(form, '|')));
}

CLI::Option& add_format_option(CLI::App& command, std::string_view choices, std::string& format) {
  return add_choice(command, fmt::format("--format {}", choices), format,
                    "Print in this format (default: text)");
}

void warn_of_old_spelling(const std::string& old, const std::string& now, Session& session) {
  session.err << fmt::format("etalon: warning: {} is now {}\n", old, now);
}

void add_old_spelling(CLI::App& command, const std::string& old, CLI::Option& option,
                      Session& session) {
  const auto take = [old, &option, &session](const std::string& value) {
    warn_of_old_spelling(old, option.get_name(), session);
    option.add_result(value);
    option.run_callback();
  };
  command.add_option_function<std::string>(old, take)
      ->option_text(option.get_option_text())
      ->group("");
}

void add_jobs_option(CLI::App& command, unsigned& jobs) {
  add_value(command, "--jobs N", jobs, "Use this many processes (default: one for each core)")
      .check(whole_number(1, 1024));
}

CLI::Validator one_of(const std::vector<std::string>& known) {
  const auto problem = [known](std::string& word) -> std::string {
    if (std::find(known.begin(), known.end(), word) != known.end()) return "";
    return fmt::format("{} is not one of {}{}", word, fmt::join(known, ", "),
                       did_you_mean(word, known));
  };
  return {problem, ""};
}

CLI::Validator whole_number(uint64_t least, uint64_t most) {
  const auto problem = [least, most](std::string& text) -> std::string {
    const auto number = leading_number(text);
    const bool whole = number && number->second.empty();
    if (whole && number->first >= least && number->first <= most) return "";
    return fmt::format("{} is not a number from {} to {}", text, least, most);
  };
  return {problem, ""};
}

CLI::Validator seconds() {
  return real_number(
      [](double value) { return value > 0 && value <= most_seconds; },
      fmt::format("a number of seconds greater than 0 and at most {:.0f}", most_seconds));
}

CLI::Validator tolerance_number() {
  return real_number([](double value) { return value >= 0 && std::isfinite(value); },
                     "a tolerance: a number that is not negative");
}

CLI::Validator byte_count() {
  const auto in_bytes = [](std::string& text) -> std::string {
    const auto [value, unit] = leading_number(text).value_or(std::pair(uint64_t{0}, ""));
    const uint64_t bytes = unit_bytes(unit);
    if (value == 0 || bytes == 0 || value > most_count / bytes) {
      return fmt::format(
          "{} is not a number of bytes from 1 to {}, or with a unit such as GB (10^9) or GiB "
          "(2^30), up to TB and TiB",
          text, most_count);
    }
    text = std::to_string(value * bytes);
    return "";
  };
  return {in_bytes, ""};
}

}  // namespace etalon
