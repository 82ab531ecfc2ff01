#include "conformance/site/manual.h"

#include <fmt/format.h>
#include <md4c-html.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "conformance/common/paths.h"
#include "conformance/site/code.h"
#include "conformance/site/frame.h"
#include "engine/values/errors.h"

namespace etalon::site {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view first_page = "README.md";

// "conformance/check/README.md" → "manual/conformance/check/README.html".
std::string page_file(const std::string& path) {
  return "manual/" + path.substr(0, path.size() - std::string_view("md").size()) + "html";
}

// By path.
std::vector<std::string> manual_paths() {
  const fs::path folder = sources_folder();
  std::error_code hidden;
  if (folder.empty() || !fs::is_regular_file(folder / first_page, hidden)) return {};
  std::vector<std::string> paths;
  for (const char* part : {"engine", "ops", "conformance"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder / part, hidden)) {
      const std::string name = entry.path().filename().string();
      if (name != first_page && name != "BACKENDS.md") continue;
      paths.push_back(entry.path().lexically_relative(folder).generic_string());
    }
  }
  std::sort(paths.begin(), paths.end());
  paths.emplace(paths.begin(), first_page);
  return paths;
}

// As GitHub has it: small letters, hyphens for spaces, and nothing else of what is between words.
std::string heading_id(std::string_view markup) {
  std::string text(markup), id;
  re2::RE2::GlobalReplace(&text, "<[^>]*>|&[a-z]+;", "");
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') id += '-';
    if (std::isalnum(byte) != 0 || byte >= 0x80 || c == '-' || c == '_') {
      id += static_cast<char>(std::tolower(byte));
    }
  }
  return id;
}

std::string plain_markup(std::string_view markdown) {
  std::string markup;
  const auto append = [](const MD_CHAR* text, MD_SIZE size, void* to) {
    static_cast<std::string*>(to)->append(text, size);
  };
  const unsigned flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_STRIKETHROUGH;
  if (md_html(markdown.data(), static_cast<MD_SIZE>(markdown.size()), append, &markup, flags,
              MD_HTML_FLAG_SKIP_UTF8_BOM) != 0) {
    throw InternalError("Markdown cannot be read");
  }
  return markup;
}

// Each match of `pattern`, whose groups are passed to `replaced`, becomes what that gives.
template <class F>
std::string with_replaced(std::string_view text, const re2::RE2& pattern, F replaced) {
  std::string result;
  re2::StringPiece groups[3];
  size_t at = 0;
  while (pattern.Match(text, at, text.size(), re2::RE2::UNANCHORED, groups, 3)) {
    const auto begin = static_cast<size_t>(groups[0].data() - text.data());
    result += text.substr(at, begin - at);
    result += replaced(std::string(groups[1]), std::string(groups[2]));
    at = begin + groups[0].size();
  }
  return result + std::string(text.substr(at));
}

}  // namespace

std::string markdown_markup(std::string_view markdown,
                            const std::function<std::string(std::string_view)>& address_of) {
  static const re2::RE2 heading("<h([1-6])>(.*?)</h[1-6]>"), anchor("<a href=\"([^\"]*)\"()");
  const std::string markup =
      with_replaced(plain_markup(markdown), heading, [](const auto& level, const auto& text) {
        return fmt::format("<h{0} id=\"{1}\">{2}</h{0}>", level, heading_id(text), text);
      });
  return with_replaced(markup, anchor, [&](const std::string& address, const std::string&) {
    const std::string other = address_of(address);
    return other.empty() ? std::string("<a") : "<a href=\"" + other + "\"";
  });
}

std::vector<ManualPage> manual_pages(const std::vector<explain::Source>& sources) {
  const std::vector<std::string> paths = manual_paths();
  const std::set<std::string> known(paths.begin(), paths.end());
  std::set<std::string> code;
  for (const explain::Source& source : sources) code.insert(source.path);
  std::vector<ManualPage> pages;
  for (const std::string& path : paths) {
    const std::string file = page_file(path), root = to_root(file);
    const auto address_of = [&](std::string_view address) -> std::string {
      const size_t hash = std::min(address.find('#'), address.size());
      if (hash == 0) return std::string(address);
      const std::string target = (fs::path(path).parent_path() / address.substr(0, hash))
                                     .lexically_normal()
                                     .generic_string();
      if (known.contains(target))
        return root + page_file(target) + std::string(address.substr(hash));
      return code.contains(target) ? root + code_page_file(target) : "";
    };
    const std::string text = file_text(sources_folder() / path);
    const std::string title = path == first_page ? "Etalon" : path;
    pages.push_back({file, whole_page({file, title, markdown_markup(text, address_of)})});
  }
  return pages;
}

}  // namespace etalon::site
