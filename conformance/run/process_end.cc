#include "conformance/run/process_end.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <sys/wait.h>

#include <cstring>

#include "engine/values/utf8.h"

namespace etalon {

namespace {

std::string_view line_at(std::string_view text, size_t at) {
  const size_t before = text.rfind('\n', at);
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

// True for a continuation byte of UTF-8.
bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

std::string exit_text(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return fmt::format("killed by signal {} ({})", signal, strsignal(signal));
  }
  return fmt::format("exited with code {}", WEXITSTATUS(status));
}

std::string without_escapes(std::string_view text) {
  // Of bytes, which may be no UTF-8. C1 controls, of which each stands for ESC and a character, are
  // taken as UTF-8 has them: \xc2 and the control.
  static const re2::RE2 sequences(
      R"((?:\x1b\[|\xc2\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e])"         // CSI, such as colours
      R"(|(?:\x1b[\]PX^_]|\xc2[\x9d\x90\x98\x9e\x9f]))"                   // OSC, DCS and the like,
      R"((?:[^\x07\x1b\n\xc2]|\xc2[^\x9c\n])*(?:\x07|\x1b\\|\xc2\x9c)?)"  // to their end
      R"(|\x1b[\x20-\x2f]*[\x30-\x7e])"                                   // all others
      R"(|\[\d{1,3}(?:;\d{1,3})*m)",  // a colour without its ESC
      re2::RE2::Latin1);
  std::string cleaned(text);
  re2::RE2::GlobalReplace(&cleaned, sequences, "");
  return cleaned;
}

std::string key_line(std::string_view raw) {
  const std::string text = without_escapes(raw);
  for (const std::string_view mark : {"runtime error:", "ERROR:", "what():", "Assertion"}) {
    const size_t found = text.find(mark);
    if (found != std::string::npos) return std::string(line_at(text, found));
  }
  if (text.find("Traceback (most recent call last)") != std::string::npos) {
    const size_t last = text.find_last_not_of(" \n");
    return std::string(line_at(std::string_view(text).substr(0, last + 1), last));
  }
  return text.substr(0, text.find('\n'));
}

std::string one_line(std::string_view text, size_t longest) {
  std::string line;
  bool blank = false;
  for (const char c : without_escapes(text)) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '\x7f') {
      blank = !line.empty();
      continue;
    }
    if (blank) line += ' ';
    blank = false;
    line += c;
  }
  line = printable(line);
  if (line.size() <= longest) return line;
  size_t head = longest / 2;
  while (head > 0 && continues(line[head])) --head;
  size_t tail = line.size() - longest / 2;
  while (tail < line.size() && continues(line[tail])) ++tail;
  return line.substr(0, head) + " … " + line.substr(tail);
}

}  // namespace etalon
