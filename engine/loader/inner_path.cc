#include "engine/loader/inner_path.h"

#include <algorithm>

#include "engine/loader/open_beneath.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

// True if `is_it` holds for a part of the path, which is split at slashes.
template <class Test>
bool any_part(std::string_view text, Test is_it) {
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('/', begin), text.size());
    if (is_it(text.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

std::string_view fault_of(std::string_view text) {
  if (text.empty()) return "is empty";
  if (const std::string_view why = leaving(text); !why.empty()) return why;
  const auto is_idle = [](std::string_view part) { return part.empty() || part == "."; };
  return any_part(text, is_idle) ? "has a part that is empty or '.'" : "";
}

[[noreturn]] void refuse(const fs::path& file, std::string_view why) {
  throw InvalidInput("{} {}", in_quotes(file.native()), why);
}

}  // namespace

std::string_view leaving(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return "contains a NUL";
  if (text.find('\\') != std::string_view::npos) return "contains a backslash";
  if (text.starts_with('/')) return "is absolute";
  const char first = text.empty() ? '\0' : static_cast<char>(text.front() | 0x20);
  if (text.size() > 1 && text[1] == ':' && first >= 'a' && first <= 'z') {
    return "begins with a drive letter";
  }
  return any_part(text, [](std::string_view part) { return part == ".."; }) ? "contains '..'" : "";
}

bool is_inner_path(std::string_view text) { return fault_of(text).empty(); }

InnerPath::InnerPath(std::string text, std::string_view what) : text_(std::move(text)) {
  const std::string_view why = fault_of(text_);
  if (!why.empty()) throw InvalidInput("{} {} {}", what, in_quotes(text_), why);
}

fs::path InnerPath::in(const fs::path& folder) const {
  fs::path path = folder;
  for (const fs::path& part : fs::path(text_)) {
    path /= part;
    std::error_code missing;
    if (fs::is_symlink(fs::symlink_status(path, missing))) refuse(path, "is a symbolic link");
  }
  return path;
}

Contents InnerPath::read(const fs::path& folder) const {
  const fs::path path = folder / text_;
  const FileDescriptor file = open_beneath(folder, text_);
  if (!file.valid() && (errno == ELOOP || errno == EXDEV)) {
    refuse(path, "cannot be read: its path contains a symbolic link");
  }
  return read_opened(file, path);
}

void refuse_links(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::file_status status = entry.symlink_status();
    if (fs::is_symlink(status)) refuse(entry.path(), "is a symbolic link");
    if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
      refuse(entry.path(), "is neither a file nor a folder");
    }
  }
}

void copy_inner(const InnerPath& path, const fs::path& from, const fs::path& to) {
  const fs::path source = path.in(from);
  const fs::path target = path.in(to);
  if (!fs::is_directory(source)) {
    fs::create_directories(target.parent_path());
    const Contents contents = path.read(from);
    return write_file(target, {contents.data(), contents.size()});
  }
  fs::create_directories(target);
  for (const fs::directory_entry& entry : fs::directory_iterator(source)) {
    const std::string inner = path.text() + "/" + entry.path().filename().string();
    copy_inner(InnerPath(inner, "the file"), from, to);
  }
}

}  // namespace etalon
