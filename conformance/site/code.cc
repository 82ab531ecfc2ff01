#include "conformance/site/code.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "conformance/common/text_lines.h"
#include "conformance/reports/page/html.h"

namespace etalon::site {

namespace {

bool is_keyword(std::string_view word) {
  static const std::set<std::string, std::less<>> words = {
      "auto",     "bool",      "break",    "case",          "catch",       "char",      "class",
      "const",    "constexpr", "continue", "default",       "do",          "double",    "else",
      "enum",     "explicit",  "extern",   "false",         "float",       "for",       "friend",
      "if",       "inline",    "int",      "long",          "mutable",     "namespace", "new",
      "noexcept", "nullptr",   "operator", "private",       "public",      "requires",  "return",
      "short",    "sizeof",    "static",   "static_assert", "static_cast", "struct",    "switch",
      "template", "this",      "throw",    "true",          "try",         "typename",  "union",
      "unsigned", "using",     "virtual",  "void",          "while"};
  return words.contains(word);
}

// One token after the other: a comment, a string, a word, a number, or anything else.
class Highlighter {
 public:
  Highlighter(std::string_view source, const CodeView& view, const Definitions& names)
      : rest_(source.data(), source.size()), view_(view), names_(names) {}

  std::string markup() {
    static const RE2 token(
        R"re((//[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([A-Za-z_]\w*)|(\d[\w.']*)|(#\w+)|(\s+|.))re");
    std::string comment, quoted, word, number, directive, other;
    while (!rest_.empty() &&
           RE2::Consume(&rest_, token, &comment, &quoted, &word, &number, &directive, &other)) {
      if (!comment.empty()) add_span("c", comment);
      if (!quoted.empty()) add_span("s", quoted);
      if (!word.empty()) add_word(word);
      if (!number.empty()) add_span("n", number);
      if (!directive.empty()) add_span("k", directive);
      text_ += lines_markup(other);
      before_ = other.empty() ? "" : other;
    }
    return std::move(text_);
  }

 private:
  void add_span(std::string_view kind, const std::string& text) {
    text_ += fmt::format("<span class=\"{}\">{}</span>", kind, html_text(text));
  }

  void add_word(const std::string& word) {
    if (is_keyword(word)) return add_span("k", word);
    const bool member = before_.ends_with(".") || text_.ends_with("-&gt;");
    const bool called = rest_.starts_with("(") || rest_.starts_with("<") || rest_.starts_with("{");
    const bool type = std::isupper(static_cast<unsigned char>(word[0])) != 0;
    const auto found = member || !(called || type) ? std::nullopt : names_.find(word, view_.path);
    if (!found) {
      text_ += html_text(word);
      return;
    }
    text_ += fmt::format("<a href=\"{}{}#L{}\">{}</a>", view_.root, code_page_file(found->path),
                         found->line, word);
  }

  re2::StringPiece rest_;
  const CodeView& view_;
  const Definitions& names_;
  std::string text_;
  std::string before_;
};

// A line that begins the definition or declaration of a name, which it gives; empty for any other.
std::string defined_name(const std::string& line) {
  static const RE2 type(R"((?:struct|class|enum class|enum|concept) (\w+)\b[^;]*)");
  static const RE2 alias(R"(using (\w+) = .*)");
  static const RE2 constant(R"((?:inline |static )?constexpr [\w:<>, ]+?[ &*](\w+)(?:\[\])? = .*)");
  static const RE2 function(R"((?:[A-Za-z_][\w:<>,&*\[\] ]*?[ &*])(\w+)\(.*)");
  static const RE2 other(
      R"((?:return|using|namespace|static_assert|else|extern|typedef|throw)\b.*)");
  std::string name;
  if (RE2::FullMatch(line, type, &name) || RE2::FullMatch(line, alias, &name)) return name;
  if (RE2::FullMatch(line, constant, &name)) return name;
  if (RE2::FullMatch(line, other) || line.starts_with("const Operator ")) return "";
  return RE2::FullMatch(line, function, &name) ? name : "";
}

// True where the text from the line on has a ";" before any "{".
bool only_declares(const std::vector<std::string>& lines, size_t line) {
  constexpr size_t most_lines = 8;
  for (size_t i = line; i < std::min(lines.size(), line + most_lines); ++i) {
    const size_t end = lines[i].find_first_of("{;=");
    if (end != std::string::npos) return lines[i][end] == ';';
  }
  return true;
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/')); }

// 4: in the same file; 3: in its folder; 2: in a folder above; 1: in the engine; 0: elsewhere.
int nearness(std::string_view path, std::string_view from) {
  if (path == from) return 4;
  if (folder_of(path) == folder_of(from)) return 3;
  if (from.starts_with(std::string(folder_of(path)) + "/")) return 2;
  return path.starts_with("engine/") ? 1 : 0;
}

}  // namespace

std::string code_markup(std::string_view source, const CodeView& view, const Definitions& names) {
  const std::string markup = Highlighter(source, view, names).markup();
  std::string text = "<pre class=\"code\" tabindex=\"0\">";
  size_t number = view.first;
  for (const std::string& line : text_lines(markup)) {
    if (view.whole) {
      text += fmt::format(
          "<span id=\"L{0}\"><a class=\"no\" href=\"#L{0}\">{0:>4}</a> {1}</span>\n", number, line);
    } else {
      text += fmt::format("<a class=\"no\" href=\"{}{}#L{}\">{:>4}</a> {}\n", view.root,
                          code_page_file(view.path), number, number, line);
    }
    ++number;
  }
  return text + "</pre>\n";
}

Definitions::Definitions(const std::vector<explain::Source>& sources) {
  for (const explain::Source& source : sources) {
    const std::vector<std::string> lines = text_lines(source.text);
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty() || !(std::isalpha(static_cast<unsigned char>(lines[i][0])) != 0))
        continue;
      const std::string name = defined_name(lines[i]);
      if (name.size() < 2) continue;
      by_name_[name].push_back({source.path, i + 1, only_declares(lines, i)});
    }
  }
}

std::optional<Definition> Definitions::find(std::string_view name, std::string_view from) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  const Definition* best = nullptr;
  int best_rank = 0;
  bool several = false;
  for (const Definition& one : found->second) {
    const int near = nearness(one.path, from);
    const int rank = 2 * near + (one.declares ? 0 : 1);
    if (near == 0 || rank < best_rank) continue;
    several = rank == best_rank && best != nullptr && best->path != one.path;
    if (rank > best_rank) best = &one;
    best_rank = rank;
  }
  if (best == nullptr || several) return std::nullopt;
  return *best;
}

std::string code_page_file(std::string_view path) { return "code/" + std::string(path) + ".html"; }

}  // namespace etalon::site
