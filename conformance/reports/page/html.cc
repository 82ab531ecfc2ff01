#include "conformance/reports/page/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/common/markup.h"
#include "conformance/common/text_lines.h"
#include "engine/loader/file.h"
#include "engine/loader/inner_path.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon {

std::string html_text(std::string_view text) { return markup_text(printable_lines(text), " "); }

std::string element(std::string_view tag, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>", tag, html_text(text));
}

std::string around(std::string_view tag, std::string_view markup, std::string_view attributes) {
  return fmt::format("<{0}{2}>{1}</{0}>", tag, markup, attributes);
}

std::string words_markup(std::string_view text) {
  const std::vector<std::string> parts = text_parts(text, "`");
  std::string markup;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool opened = i % 2 != 0, closed = i + 1 < parts.size();
    markup += !opened  ? html_text(parts[i])
              : closed ? element("code", parts[i])
                       : html_text("`" + parts[i]);
  }
  return markup;
}

std::string lines_markup(std::string_view text) {
  std::vector<std::string> lines = text_parts(text, "\n");
  std::transform(lines.begin(), lines.end(), lines.begin(), html_text);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string link(std::string_view address, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", html_text(address), html_text(text));
}

std::string outer_link(std::string_view address, std::string_view text) {
  if (!address.starts_with("https://")) return html_text(text);
  return fmt::format("<a rel=\"noreferrer\" href=\"{}\">{}</a>", html_text(address),
                     html_text(text));
}

std::string section(std::string_view id, std::string_view title, std::string_view markup) {
  if (markup.empty()) return "";
  return fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", id, html_text(title),
                     markup);
}

std::string data_element(std::string_view id, const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  // "<" would end the element, or begin a comment.
  for (const char c : json) c == '<' ? safe += "\\u003c" : safe += c;
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id, safe);
}

std::string table(const MarkupRows& rows, std::string_view attributes) {
  std::string text;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i == 0) text += "<thead>";
    text += "<tr>";
    for (size_t k = 0; k < rows[i].size(); ++k) {
      const std::string_view tag = i == 0 ? "th scope=\"col\"" : k == 0 ? "th scope=\"row\"" : "td";
      text += fmt::format("<{}>{}</{}>", tag, rows[i][k], tag.substr(0, 2));
    }
    text += i == 0 ? "</tr></thead>\n<tbody>" : "</tr>\n";
  }
  return fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table{}>{}</tbody>"
      "</table></div>\n",
      attributes, text);
}

std::string to_root(std::string_view file) {
  std::string root;
  for (const char c : file) root += c == '/' ? "../" : "";
  return root;
}

std::string html_document(const HtmlDocument& document) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n{}\n</head>\n{}\n"
      "</html>\n",
      document.policy, html_text(document.title), document.style, document.body);
}

void write_under(const std::filesystem::path& folder, const std::string& file,
                 std::string_view text) {
  const std::filesystem::path path = InnerPath(file, "the page").in(folder);
  std::error_code problem;
  std::filesystem::create_directories(path.parent_path(), problem);
  if (problem) {
    throw InvalidInput("{}: the file cannot be written: {}", path.string(), problem.message());
  }
  write_file(path, text);
}

}  // namespace etalon
