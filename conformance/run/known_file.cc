#include "conformance/run/known_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "conformance/common/paths.h"
#include "conformance/common/text_lines.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Takes the first word off `text`: in quotes, with \" and \\ inside, or up to a blank.
std::string take_word(std::string_view& text) {
  std::string word;
  if (!text.starts_with('"')) {
    const size_t end = std::min(text.find_first_of(blanks), text.size());
    word = text.substr(0, end);
    text = trimmed(text.substr(end));
    return word;
  }
  size_t at = 1;
  for (; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    word += text[at];
  }
  if (at >= text.size()) throw InvalidInput("the quotation mark of the name is not closed");
  text = trimmed(text.substr(at + 1));
  return word;
}

std::string written_word(const std::string& name) {
  const bool plain = name.find_first_of(" \t#\"") == std::string::npos && !name.empty();
  if (plain) return name;
  std::string word = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') word += '\\';
    word += c;
  }
  return word + '"';
}

// A failure that cannot be unexpected, such as xfail, is not a status that a line may have.
Status failure_named(const std::string& word) {
  try {
    const Status status = status_named(word);
    if (!as_expected(status) || status == Status::pass) return status;
  } catch (const InvalidInput&) {
  }
  throw InvalidInput(
      "{} is not one of fail, unsupported, invalid, error, crash, timeout and pass; a comment "
      "begins with #",
      in_quotes(word));
}

std::set<Status> read_statuses(const std::string& words) {
  std::set<Status> statuses;
  std::istringstream list(words);
  for (std::string word; std::getline(list, word, ',');) statuses.insert(failure_named(word));
  return statuses;
}

KnownLine read_line(size_t number, const std::string& text) {
  KnownLine line;
  line.number = number;
  line.text = text;
  std::string_view rest = trimmed(text);
  if (rest.empty() || rest.starts_with('#')) return line;
  line.pattern = take_word(rest);
  if (line.pattern.empty()) throw InvalidInput("the name of the case is empty");
  if (!rest.empty() && !rest.starts_with('#')) line.statuses = read_statuses(take_word(rest));
  if (!rest.empty() && !rest.starts_with('#')) {
    throw InvalidInput("{} comes after the statuses; a comment begins with #",
                       in_quotes(std::string(rest)));
  }
  if (!rest.empty()) line.comment = trimmed(rest.substr(1));
  return line;
}

std::string line_text(const KnownLine& line) {
  std::vector<std::string_view> statuses;
  for (const Status status : line.statuses) statuses.push_back(to_string(status));
  std::string text = written_word(line.pattern);
  if (!statuses.empty()) text += fmt::format("  {}", fmt::join(statuses, ","));
  if (!line.comment.empty()) text += "  # " + line.comment;
  return text;
}

}  // namespace

std::vector<KnownLine> read_known(const std::filesystem::path& file) {
  std::vector<KnownLine> lines;
  for (const std::string& line : text_lines(file_text(file))) {
    try {
      lines.push_back(read_line(lines.size() + 1, line));
    } catch (const InvalidInput& problem) {
      throw InvalidInput("{}:{}: {}", file.string(), lines.size() + 1, problem.what());
    }
  }
  return lines;
}

std::string known_text(const std::vector<KnownLine>& lines) {
  std::string text;
  for (const KnownLine& line : lines) text += line.text + "\n";
  return text;
}

KnownLine known_line(const std::string& name, Status status, const std::string& comment) {
  constexpr size_t longest = 100;
  KnownLine line;
  line.pattern = printable(name);
  line.statuses = {status};
  line.comment = printable(comment);
  if (line.comment.size() > longest) {
    size_t end = longest;  // not in the middle of a character
    while (end > 0 && (static_cast<unsigned char>(line.comment[end]) & 0xC0U) == 0x80U) --end;
    line.comment = line.comment.substr(0, end) + "…";
  }
  line.text = line_text(line);
  return line;
}

KnownLine with_statuses(const KnownLine& line, const std::set<Status>& statuses) {
  KnownLine changed = line;
  changed.statuses = statuses;
  changed.text = line_text(changed);
  return changed;
}

}  // namespace etalon
