#include "conformance/site/frame.h"

#include <fmt/format.h>

#include <utility>

namespace etalon::site {

namespace {

constexpr std::pair<const char*, const char*> rooms[] = {
    {"index.html", "Operators"},   {"scoreboard.html", "Runtimes"}, {"history.html", "History"},
    {"findings.html", "Findings"}, {"open.html", "Open points"},    {"errata.html", "Errata"},
    {"code.html", "Code"},         {"manual/README.html", "Manual"}};

std::string navigation(const PageFrame& frame, const std::string& root) {
  std::string links;
  for (const auto& [file, title] : rooms) {
    const std::string here = frame.file == file ? " aria-current=\"page\"" : "";
    links += fmt::format("<a href=\"{}{}\"{}>{}</a>\n", root, file, here, title);
  }
  return fmt::format(
      "<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header class=\"top\"><nav "
      "aria-label=\"Site\">{}</nav>\n<form role=\"search\" action=\"{}index.html\"><input "
      "type=\"search\" name=\"q\" placeholder=\"Search\" aria-label=\"Search "
      "everything\"></form></header>\n",
      links, root);
}

}  // namespace

std::string whole_page(const PageFrame& frame) {
  const std::string root = to_root(frame.file);
  // 'self' does not hold for files that are opened without a server.
  return html_document(
      {frame.title,
       "style-src 'self' file: 'unsafe-inline'; script-src 'self' file: 'wasm-unsafe-eval'; "
       "connect-src 'self' file: data:; form-action 'self' file:",
       fmt::format("<link rel=\"stylesheet\" href=\"{}site.css\">", root),
       fmt::format(
           "<body data-root=\"{0}\">\n{1}<main id=\"main\" tabindex=\"-1\"{3}>\n{2}</main>\n"
           "<script src=\"{0}site.js\"></script>\n</body>",
           root, navigation(frame, root), frame.body,
           frame.kind.empty() ? "" : " class=\"" + frame.kind + "\"")});
}

}  // namespace etalon::site
