#include "conformance/site/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace etalon::site {

namespace {

constexpr std::pair<const char*, const char*> rooms[] = {
    {"index.html", "Operators"},   {"open.html", "Open points"}, {"errata.html", "Errata"},
    {"runtimes.html", "Runtimes"}, {"code.html", "Code"},        {"manual/README.html", "Manual"}};

std::string navigation(const PageFrame& frame, const std::string& root) {
  std::string text =
      "<a class=\"skip\" href=\"#main\">To the content</a>\n<header class=\"top\"><nav "
      "aria-label=\"Site\">";
  for (const auto& [file, title] : rooms) {
    const std::string here = frame.file == file ? " aria-current=\"page\"" : "";
    text += fmt::format("<a href=\"{}{}\"{}>{}</a>\n", root, file, here, title);
  }
  return text + fmt::format(
                    "</nav>\n<form role=\"search\" action=\"{}index.html\"><input "
                    "type=\"search\" name=\"q\" placeholder=\"Search\" aria-label=\"Search "
                    "operators\"></form></header>\n",
                    root);
}

}  // namespace

std::string element(std::string_view tag, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>", tag, html_text(text));
}

std::string around(std::string_view tag, std::string_view markup, std::string_view attributes) {
  return fmt::format("<{0}{2}>{1}</{0}>", tag, markup, attributes);
}

std::string words_markup(std::string_view text) {
  std::string markup;
  for (size_t start = 0; start < text.size();) {
    const size_t open = std::min(text.find('`', start), text.size());
    const size_t close = text.find('`', std::min(open + 1, text.size()));
    markup += html_text(text.substr(start, open - start));
    if (close == std::string_view::npos) return markup + html_text(text.substr(open));
    markup += element("code", text.substr(open + 1, close - open - 1));
    start = close + 1;
  }
  return markup;
}

std::string lines_markup(std::string_view text) {
  std::string markup;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    markup += html_text(text.substr(start, end - start));
    if (end < text.size()) markup += '\n';
    start = end + 1;
  }
  return markup;
}

std::string link(std::string_view address, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", html_text(address), html_text(text));
}

std::string data_element(std::string_view id, const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  // "<" would end the element, or begin a comment.
  for (const char c : json) c == '<' ? safe += "\\u003c" : safe += c;
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id, safe);
}

std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view attributes) {
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
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table{}>{}</tbody>"
      "</table></div>\n",
      attributes, text);
}

std::string to_root(std::string_view file) {
  std::string root;
  for (size_t i = 0; i < static_cast<size_t>(std::count(file.begin(), file.end(), '/')); ++i) {
    root += "../";
  }
  return root;
}

std::string whole_page(const PageFrame& frame) {
  const std::string root = to_root(frame.file);
  // 'self' does not hold for files that are opened without a server.
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self' file: "
      "'unsafe-inline'; script-src 'self' file: 'wasm-unsafe-eval'; connect-src 'self' file: "
      "data:; "
      "form-action 'self' file:\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
      "dark\">\n<title>{0}</title>\n"
      "<link rel=\"stylesheet\" href=\"{1}site.css\">\n</head>\n<body data-root=\"{1}\">\n{2}"
      "<main id=\"main\" tabindex=\"-1\">\n{3}</main>\n<script src=\"{1}site.js\"></script>\n"
      "</body>\n</html>\n",
      html_text(frame.title), root, navigation(frame, root), frame.body);
}

}  // namespace etalon::site
