// Parts of pages as markup: of the report's, and of the site of operators.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// Text of any origin as the text or an attribute value of HTML: markup is escaped; control
// characters and invalid UTF-8 are replaced.
std::string html_text(std::string_view text);
// <tag>text</tag>; text of any origin is escaped.
std::string element(std::string_view tag, std::string_view text);
// The same around markup, with attributes such as ` class="minor"`.
std::string around(std::string_view tag, std::string_view markup, std::string_view attributes = "");
// Text in which words between backticks are code.
std::string words_markup(std::string_view text);
// Text of several lines, for <pre>.
std::string lines_markup(std::string_view text);
std::string link(std::string_view address, std::string_view text);
// A link to another site; the text alone where the address does not begin with "https://".
std::string outer_link(std::string_view address, std::string_view text);
// <section id="…"><h2>title</h2>markup</section>; "" without markup.
std::string section(std::string_view id, std::string_view title, std::string_view markup);
// Data for a script: <script type="application/json" id="…">.
std::string data_element(std::string_view id, const std::string& json);

// <table> from rows of cells that are markup; the first row is the head.
using MarkupRows = std::vector<std::vector<std::string>>;
std::string table(const MarkupRows& rows, std::string_view attributes = "");

struct HtmlDocument {
  std::string title;
  std::string policy;  // Content-Security-Policy, beside default-src 'none'
  std::string style;   // elements of <head>
  std::string body;    // <body>…</body>
};
std::string html_document(const HtmlDocument& document);

// "../../" for a file two folders deep.
std::string to_root(std::string_view file);

// Writes a file of a folder, and the folders that it needs. Throws InvalidInput when that cannot
// be.
void write_under(const std::filesystem::path& folder, const std::string& file,
                 std::string_view text);

}  // namespace etalon
