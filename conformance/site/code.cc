#include "conformance/site/code.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <set>

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

}  // namespace

std::string code_markup(std::string_view source, const CodeView& view, const Definitions& names) {
  const std::string markup = Highlighter(source, view, names).markup();
  std::string text = "<pre class=\"code\" tabindex=\"0\">";
  size_t number = view.first;
  for (size_t start = 0; start < markup.size(); ++number) {
    const size_t end = std::min(markup.find('\n', start), markup.size());
    const std::string line = markup.substr(start, end - start);
    if (view.whole) {
      text += fmt::format(
          "<span id=\"L{0}\"><a class=\"no\" href=\"#L{0}\">{0:>4}</a> {1}</span>\n", number, line);
    } else {
      text += fmt::format("<a class=\"no\" href=\"{}{}#L{}\">{:>4}</a> {}\n", view.root,
                          code_page_file(view.path), number, number, line);
    }
    start = end + 1;
  }
  return text + "</pre>\n";
}

}  // namespace etalon::site
